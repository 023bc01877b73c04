"""The trained network as shipped: an ONNX encoder with 8-bit weights, and the small matrices."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from kg.extraction.neural.files import ENCODER_FILE, HEADS_FILE
from kg.extraction.neural.windows import UNKNOWN
from kg.training.network import ExtractionNetwork

_OPSET = 17


class WordEncoder(nn.Module):
    """What is exported: subwords of one window in, rows of its words out."""

    def __init__(self, network: ExtractionNetwork) -> None:
        super().__init__()
        self.encoder = network.encoder
        self.heads = network.heads

    def forward(self, ids: Tensor, shapes: Tensor, types: Tensor, firsts: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return word states, head columns, and the state of the whole window."""
        states = self.encoder(ids, shapes, types, None)[0]
        words = states[firsts]
        return words, self.heads(words), states[0]


def export(network: ExtractionNetwork, folder: Path, *, quantize: bool = True) -> None:
    """Write the encoder and the small matrices into the folder."""
    network.eval()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ENCODER_FILE
    full = folder / "encoder.full.onnx" if quantize else path
    example = (
        torch.full((1, 9), UNKNOWN),
        torch.ones((1, 9), dtype=torch.long),
        torch.zeros((1, 9), dtype=torch.long),
        torch.arange(1, 8),
    )
    torch.onnx.export(
        WordEncoder(network),
        example,
        str(full),
        input_names=["ids", "shapes", "types", "firsts"],
        output_names=["states", "columns", "summary"],
        dynamic_axes={
            "ids": {1: "subwords"},
            "shapes": {1: "subwords"},
            "types": {1: "subwords"},
            "firsts": {0: "words"},
        },
        opset_version=_OPSET,
        dynamo=False,
    )
    if quantize:
        shrink(full, path)
        full.unlink()
    arrays = {
        name: tensor.detach().numpy()
        for name, tensor in network.state_dict().items()
        if not name.startswith(("encoder.", "heads.")) and not name.endswith("_cost")
    }
    np.savez_compressed(folder / HEADS_FILE, **arrays)


def shrink(full: Path, path: Path) -> None:
    """Write the encoder with 8-bit matrices (one scale a column) and an 8-bit subword table.

    Both sides are unsigned: on processors without dot-product instructions, signed weights overflow or
    must keep to 7 bits. Activations are scaled by what one run holds; as a run is one window without
    padding, no text changes another's labels.
    """
    quantize_dynamic(
        str(full),
        str(path),
        per_channel=True,
        weight_type=QuantType.QUInt8,
        op_types_to_quantize=["MatMul"],
        extra_options={"MatMulConstBOnly": True},
    )
    model = onnx.load(str(path))
    _shrink_tables(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _shrink_tables(graph: onnx.GraphProto) -> None:
    """Replace the large table of subwords by 8-bit rows with one scale each."""
    for initializer in [*graph.initializer]:
        table = numpy_helper.to_array(initializer)
        if table.ndim != 2 or table.dtype != np.float32 or table.shape[0] < 10_000:
            continue
        scales = np.abs(table).max(1, keepdims=True) / 127
        rows = np.round(table / np.maximum(scales, 1e-12)).astype(np.int8)
        name = initializer.name
        graph.initializer.remove(initializer)
        graph.initializer.append(numpy_helper.from_array(rows, name + "_rows"))
        graph.initializer.append(numpy_helper.from_array(scales.astype(np.float32), name + "_scales"))
        for node in [*graph.node]:
            if node.op_type == "Gather" and node.input[0] == name:
                _gather_rows(graph, node, name)


def _gather_rows(graph: onnx.GraphProto, node: onnx.NodeProto, table: str) -> None:
    """Put a gather of 8-bit rows, times their scales, in the place of a gather of the table."""
    places, output = node.input[1], node.output[0]
    position = list(graph.node).index(node)
    graph.node.remove(node)
    parts = [
        helper.make_node("Gather", [table + "_rows", places], [output + "_rows"]),
        helper.make_node("Cast", [output + "_rows"], [output + "_cast"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Gather", [table + "_scales", places], [output + "_scales"]),
        helper.make_node("Mul", [output + "_cast", output + "_scales"], [output]),
    ]
    for offset, part in enumerate(parts):
        graph.node.insert(position + offset, part)
