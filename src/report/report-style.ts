/**
 * The style sheet of the HTML report, for light and dark mode, wide and narrow screens. On a narrow screen the statuses are
 * below their operation. It loads no fonts or images.
 */

export const reportStyle = `
:root {
  --back: #fff; --text: #1b1f24; --soft: #59636e; --line: #d1d9e0; --track: #e6eaef;
  --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0d1117; --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --track: #262c36;
    --good: #56d364; --good-back: #12261e; --bad: #ff9492; --bad-back: #2d1618;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2.5rem 0 0; font-size: 1.25rem; overflow-wrap: anywhere; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.summary { margin: 0.25rem 0 0.5rem; color: var(--soft); }
.summary strong { color: var(--text); }
.bar { height: 0.6rem; border-radius: 0.3rem; overflow: hidden; background: var(--track); }
.bar div { height: 100%; background: var(--good); }
.scroll { overflow-x: auto; margin-top: 1rem; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }
caption, .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: normal; }
thead th { color: var(--soft); font-size: 0.85rem; }
thead th:first-child { width: 32%; }
.number { width: 5.5rem; padding-right: 1.5rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody th { overflow-wrap: anywhere; }
.id, .note { color: var(--soft); font-size: 0.85rem; }
.parts { display: flex; flex-wrap: wrap; gap: 0.3rem; margin: 0; padding: 0; list-style: none; }
.parts li { padding: 0 0.5rem; border-radius: 0.3rem; font-size: 0.85rem; overflow-wrap: anywhere; border: 1px solid transparent; }
.covered { color: var(--good); background: var(--good-back); }
.missing { color: var(--bad); background: var(--bad-back); }
.parts .other { border-color: var(--line); }
details { margin-top: 0.25rem; font-size: 0.85rem; }
summary { color: var(--soft); cursor: pointer; }
dl, dd { margin: 0; }
dt { margin: 0.5rem 0 0.25rem; color: var(--soft); }
@media (max-width: 44rem) {
  table, thead, tbody { display: block; }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) 3rem 4.5rem; border-bottom: 1px solid var(--line); }
  th, td, .number { width: auto; padding: 0.5rem 0; border: 0; }
  tr > :last-child { grid-column: 1 / -1; padding-top: 0; }
  thead tr > :last-child { display: none; }
}
@media print { details { display: none; } }
`
