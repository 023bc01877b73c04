"""Training of the extraction model; needs the extra ``train`` (PyTorch)."""
