"""The style sheet of a report: light and dark, from a phone's width upwards, on paper too."""

from __future__ import annotations

# Every colour of text and series has 4.5:1 against what it stands on, as WCAG asks of text (a test
# holds that); series differ by the shape of their markers too.
STYLE = """
:root {
  color-scheme: light dark;
  --page: #fbfbf9; --sheet: #ffffff; --text: #1d2126; --soft: #5b636d; --rule: #dcdfe3;
  --grid: #e8eaed; --stripe: #f5f6f4; --link: #1f5fbf; --shadow: #00000026;
  --c0: #1f6fd1; --c1: #c2500b; --c2: #0d8265; --c3: #8a3ffc; --c4: #b5366f; --c5: #8a6d00;
  --c6: #0e7c94; --c7: #5f6670;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --sheet: #1b1f23; --text: #e6e8ea; --soft: #a0a8b1; --rule: #363c43;
    --grid: #2a2f35; --stripe: #20252a; --link: #82b1ff; --shadow: #00000080;
    --c0: #6ea8ff; --c1: #ff9a57; --c2: #3fc9a2; --c3: #b794ff; --c4: #f584b3; --c5: #dcb73c;
    --c6: #4fc3dc; --c7: #a9b1ba;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; margin: 0 0 .75rem; }
h2, summary { font-size: 1.15rem; line-height: 1.3; font-weight: 650; margin: 0 0 .75rem; }
.introduction { max-width: 44rem; margin: 0; }
.introduction p, .note { margin: 0 0 .5rem; }
section, details { margin-top: 2.5rem; }
.note { color: var(--soft); font-size: .875rem; max-width: 44rem; margin-top: .6rem; }
/* A shadow at the right edge tells that there is more, and goes once it is scrolled to. */
.scroll {
  overflow-x: auto; border: 1px solid var(--rule); border-radius: 8px;
  background:
    linear-gradient(to left, var(--sheet) 40%, transparent) right / 40px 100% no-repeat local,
    linear-gradient(to left, var(--shadow), transparent) right / 12px 100% no-repeat scroll,
    var(--sheet);
}
table { border-collapse: collapse; width: 100%; font-size: .875rem; line-height: 1.4; }
th, td { padding: .45rem .6rem; text-align: start; vertical-align: top; }
th {
  font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--rule);
  white-space: nowrap; font-size: .82rem; vertical-align: bottom;
}
tbody tr + tr td { border-top: 1px solid var(--grid); }
tbody tr + tr.other td { border-top-color: var(--rule); }
tbody tr:hover td { background: var(--stripe); }
td.text { white-space: nowrap; }
td.long { white-space: normal; overflow-wrap: anywhere; min-width: 15rem; }
th.number, td.number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child {
  position: sticky; inset-inline-start: 0; background: var(--sheet);
}
.interval { color: var(--soft); font-size: .75rem; }
.stacked .interval { display: block; }
details { border-top: 1px solid var(--rule); padding-top: .8rem; }
details + details { margin-top: .2rem; }
summary { cursor: pointer; color: var(--link); font-size: 1rem; font-weight: 550; }
summary .count { color: var(--soft); font-weight: 400; font-size: .9rem; }
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px; }
figure { margin: 0; }
.sheet {
  max-width: 54rem; padding: 1rem;
  background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px;
}
.legend {
  list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 0 0 .6rem;
  padding: 0; font-size: .85rem;
}
.legend li { display: flex; align-items: center; gap: .45rem; }
svg { display: block; max-width: 100%; height: auto; font-size: 12px; }
svg.plot { margin: 0 auto; }
.narrow { display: none; }
svg text { fill: var(--text); font-family: inherit; }
svg .tick, svg .label { fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .label { font-weight: 500; }
svg .group { font-weight: 650; }
svg .value { font-variant-numeric: tabular-nums; }
svg .point {
  font-size: 11px; fill: var(--c); stroke: var(--sheet); stroke-width: 3px; paint-order: stroke;
}
.grid { stroke: var(--grid); stroke-width: 1; }
.grid.fine { opacity: .45; }
.axis { stroke: var(--soft); stroke-width: 1; }
.line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
.whisker { stroke: var(--c); stroke-width: 2.5; stroke-linecap: round; opacity: .55; }
.mark { fill: var(--c); stroke: var(--sheet); stroke-width: 1; }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .c6 { --c: var(--c6); } .c7 { --c: var(--c7); }
footer { margin-top: 3rem; color: var(--soft); font-size: .82rem; }
@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.4rem; }
  th, td { padding: .4rem .6rem; }
  .sheet { padding: .6rem; }
  .wide { display: none; }
  .narrow { display: block; }
}
@media print {
  body { background: none; }
  .scroll, .sheet { border: none; overflow: visible; }
  section { break-inside: avoid; }
}
"""
