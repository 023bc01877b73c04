"""Fitting how much each source of shares counts: multinomial logistic regression with a ridge, by Newton's steps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extraction.neural.candidates import EVEN
from kg.extraction.neural.decoder import UNMOVED
from kg.extraction.neural.drafting import Draft
from kg.extraction.neural.evidence import NEUTRAL, Weighing
from kg.extraction.neural.heads import Span
from kg.extraction.neural.labels import KINDS, ROLES
from kg.extraction.neural.mixing import Mixture
from kg.text import fold

Floats = NDArray[np.float64]
Drafted = Iterable[tuple[Mapping[str, Any], Sequence[Draft]]]
_N_STEPS = 60
_LEAST_GAIN = 1e-6
_TINY = 1e-4


def weighing_of(drafted: Drafted) -> Weighing:
    """Return the weighing of signs fitted on annotation records and what was drafted for each with `NEUTRAL`."""
    cases = [
        (_kind_rows(draft), KINDS.index(entity["type"]))
        for record, drafts in drafted
        for draft, entity in _matched(record, drafts)
    ]
    if not cases:
        return NEUTRAL
    start = np.array([1.0, *np.zeros(len(NEUTRAL.weights))])
    weights = fit_weights(np.stack([rows for rows, _ in cases]), [kind for _, kind in cases], start)
    return Weighing(trust=float(weights[0]), weights=weights[1:])


def span_mixture_of(cases: Iterable[tuple[Mapping[Span, int], Sequence[Span], NDArray[np.float32]]]) -> Mixture:
    """Return the mixture for spans, fitted on the annotated kind by span, candidate spans and sources of each text."""
    rows, kinds = [], []
    for kind_by_span, spans, sources in cases:
        rows.append(sources)
        kinds += [kind_by_span.get(span, len(KINDS)) for span in spans]
    return Mixture(weights=fit_weights(np.concatenate(rows), kinds, EVEN.weights)) if kinds else EVEN


def role_mixture_of(drafted: Drafted) -> Mixture:
    """Return the mixture for roles, fitted on annotation records and what was drafted for each with `UNMOVED`."""
    cases = [
        (draft.role_sources, ROLES.index(entity["role"]))
        for record, drafts in drafted
        for draft, entity in _matched(record, drafts)
        if KINDS[draft.traits.kind] == entity["type"]
    ]
    if not cases:
        return UNMOVED
    return Mixture(
        weights=fit_weights(np.stack([rows for rows, _ in cases]), [role for _, role in cases], UNMOVED.weights)
    )


def fit_weights(rows: NDArray[Any], right: Sequence[int], start: Floats, *, ridge: float = 1.0) -> Floats:
    """Return the weights of sources that make the right choices likeliest, held near `start`.

    `rows` is (case, source, choice). A step that would make things worse is halved until it does not.
    """
    table = np.ascontiguousarray(rows.transpose(0, 2, 1), dtype=np.float64)
    wanted = table[np.arange(len(right)), list(right)].sum(0)
    weights = np.array(start, np.float64)

    def shares_of(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        peaks = scores.max(1, keepdims=True)
        powers = np.exp(scores - peaks)
        sums = powers.sum(1, keepdims=True)
        loss = (np.log(sums) + peaks).sum() - wanted @ weights + ridge / 2 * ((weights - start) ** 2).sum()
        return float(loss), powers / sums

    loss, shares = shares_of(weights)
    for _ in range(_N_STEPS):
        means = np.einsum("nc,ncs->ns", shares, table)
        spread = (table * np.sqrt(shares)[:, :, None]).reshape(-1, len(weights))
        curve = spread.T @ spread - means.T @ means + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, means.sum(0) - wanted + ridge * (weights - start))
        while (found := shares_of(weights - step))[0] > loss and np.abs(step).max() > _LEAST_GAIN:
            step /= 2
        gain, weights = loss - found[0], weights - step
        loss, shares = found
        if gain < _LEAST_GAIN:
            break
    return weights


def _matched(record: Mapping[str, Any], drafts: Sequence[Draft]) -> Iterable[tuple[Draft, Mapping[str, Any]]]:
    """Yield the drafts that share a surface with an annotated entity, with it."""
    entity_by_form = {fold(m): e for e in reversed(record["entities"]) for m in e["mentions"]}
    for draft in drafts:
        found = next((entity_by_form[f] for s in draft.traits.surfaces if (f := fold(s)) in entity_by_form), None)
        if found is not None:
            yield draft, found


def _kind_rows(draft: Draft) -> Floats:
    shares = np.array(draft.traits.kind_shares, np.float64)
    return np.vstack([np.log(np.maximum(shares / shares.sum(), _TINY)), draft.signs])
