/** The colours are those of `shared/theme/tokens.css` (page-style.test.ts compares them). */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#2150c0, #8db0ff);
  --canvas: light-dark(#f6f7f9, #0e1116);
  --surface: light-dark(#ffffff, #151a21);
  --sunken: light-dark(#eff1f4, #0a0d11);
  --border: light-dark(#dfe3e8, #2a313c);
  --text: light-dark(#171b21, #e8ebf0);
  --muted: light-dark(#4f5967, #aab3c0);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--canvas); color: var(--text); overflow-wrap: anywhere;
  font: 0.9375rem/1.6 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px;
}
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: 0.5rem; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0; }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 3rem 0 1rem; text-transform: none; }
h3 { font-size: 1.125rem; line-height: 1.3; margin: 0; }
h4, .fields-title { font-size: 0.8125rem; margin: 1.5rem 0 0.5rem; color: var(--muted); font-weight: 600; }
p { margin: 0.5rem 0; max-width: 44rem; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; }
pre {
  background: var(--sunken); border: 1px solid var(--border); border-radius: 8px; padding: 1rem;
  margin: 0; overflow-x: auto; overflow-wrap: normal;
}
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li a { display: block; padding: 0.25rem 0; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
nav summary, nav strong { cursor: default; font-weight: 600; }
nav summary { cursor: pointer; padding: 0.5rem 0; }
.endpoint {
  background: var(--surface); border: 1px solid var(--border); border-radius: 12px;
  padding: 1.5rem 1rem; margin: 1rem 0;
}
.endpoint h3 a { color: inherit; text-decoration: none; }
.endpoint h3 a:hover { text-decoration: underline; }
.call { font-family: var(--mono); font-size: 0.8125rem; margin: 0.5rem 0; }
.method { font-weight: 700; color: var(--accent); }
.fields { margin: 0; border-top: 1px solid var(--border); }
.fields > div { padding: 0.5rem 0; border-bottom: 1px solid var(--border); }
.fields dt { font-family: var(--mono); font-size: 0.8125rem; font-weight: 600; }
.fields dd { margin: 0; color: var(--muted); font-size: 0.875rem; }
.errors { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; margin: 0; }
@media (min-width: 60rem) {
  .page { grid-template-columns: 15rem minmax(0, 1fr); padding: 2rem 2rem 6rem; }
  nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; }
  .endpoint { padding: 1.5rem 2rem; }
  .fields > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; }
}
@media print { nav { display: none; } .page { display: block; } }
`
