"""kg: a knowledge graph from lists of machine-learning paper abstracts.

The one public door. Everything is loaded on first use, so that `import kg` costs nothing.

    import kg
    graph = kg.build(["seeds"], "out")        # networkx.MultiDiGraph of records
    rows = kg.query("out", "papers-evaluating-on", {"concept": "GSM8K"})
"""
