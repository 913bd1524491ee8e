import { escapeHtml } from '#protocol/display/escape-html.ts'
import { DESCRIBED_ERRORS, errorText } from './described-endpoints.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { fieldRows, listOperations, type FieldRow, type OperationParts } from './operations.ts'
import { API_TEXTS } from './texts.ts'

/** The API reference as one static HTML document without a script. */
export function renderPage(document: OpenApiDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
${navigation(document)}
<main id="content">
${introduction(document)}
${document.tags.map(({ name }) => group(document, name)).join('\n')}
${webhooks(document)}
${errorCatalogue()}
</main>
</div>
</body>
</html>
`
}

function navigation(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name }) => {
    const links = listOperations(document, name).map(
      ({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
    )
    return `<details><summary>${escapeHtml(name)}</summary><ul>${links.join('')}</ul></details>`
  })
  const more = ['webhooks', 'errors'].map((id) => `<li><a href="#${id}">${id}</a></li>`)
  return `<nav aria-label="Endpoints">${groups.join('')}<ul>${more.join('')}</ul></nav>`
}

function introduction({ info, servers, ...document }: OpenApiDocument): string {
  const [server] = servers
  const scopes = document['x-scopes'].map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ')
  return `<h1>${escapeHtml(info.title)} API</h1>
<p>${sentence(info.summary)} The same as OpenAPI 3.1: <a href="/v1/openapi.json">openapi.json</a>.</p>
<p>Base address: <code>${escapeHtml(server?.url ?? '')}</code></p>
<h2 id="rules">For every endpoint</h2>
${info.description
  .split('\n\n')
  .map((paragraph) => `<p>${sentence(paragraph)}</p>`)
  .join('\n')}
<p><code>x-api-key</code>: ${sentence(API_TEXTS.authentication)} Scopes: ${scopes}.</p>
<p><code>Idempotency-Key</code>, on every POST: ${sentence(API_TEXTS.idempotency)}</p>
<p>${sentence(API_TEXTS.headers)}</p>
<h2 id="try-it">Try it</h2>
<p>${sentence(API_TEXTS.tryIt)}</p>
<pre tabindex="0"><code>${escapeHtml(API_TEXTS.tryItCommand)}</code></pre>`
}

function group(document: OpenApiDocument, name: string): string {
  const id = name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return `<h2 id="${id}">${escapeHtml(name)}</h2>\n${listOperations(document, name).map(endpoint).join('\n')}`
}

function endpoint(operation: OperationParts): string {
  const { operationId, summary, method, path, codes } = operation
  const errors = codes.map(
    (code) => `<li>${DESCRIBED_ERRORS[code].status} <a href="#error-${code}">${code}</a></li>`,
  )
  return `<section class="endpoint" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="call"><span class="method">${method}</span> ${escapeHtml(path)}</p>
<p>${sentence(operation.description)}</p>
${fields('Parameters', operation.parameters)}
${fields('Body', operation.body, operation.bodyRule)}
<h4>Request</h4>
<pre tabindex="0"><code>${escapeHtml(operation.curl)}</code></pre>
${fields(`Answer: content is ${operation.contentType}`, operation.content)}
<h4>Example of an answer</h4>
<pre tabindex="0"><code>${escapeHtml(operation.example)}</code></pre>
<h4>Errors</h4>
<ul class="errors">${errors.join('')}</ul>
</section>`
}

function fields(title: string, rows: FieldRow[], rule = ''): string {
  if (rows.length === 0) return ''
  return `<h4>${escapeHtml(title)}</h4>\n${rule === '' ? '' : `<p>${sentence(rule)}</p>`}${fieldList(rows)}`
}

function fieldList(rows: FieldRow[]): string {
  const items = rows.map(
    ({ path, type, required, rule }) =>
      `<div><dt>${escapeHtml(path)}</dt><dd>${escapeHtml(type)}, ${required ? 'required' : 'optional'}${rule === '' ? '' : `. ${sentence(rule)}`}</dd></div>`,
  )
  return `<dl class="fields">${items.join('')}</dl>`
}

function webhooks(document: OpenApiDocument): string {
  const event = document.components.schemas['WebhookBody'] ?? {}
  return `<h2 id="webhooks">Webhooks</h2>
<p>${sentence(API_TEXTS.webhooks)}</p>
<h3 class="fields-title">Body</h3>
${fieldList(fieldRows(document.components.schemas, event))}`
}

function errorCatalogue(): string {
  const items = Object.entries(DESCRIBED_ERRORS).map(
    ([code, { status }]) =>
      `<div id="error-${code}"><dt>${code}</dt><dd>${status}. ${sentence(errorText(code))}</dd></div>`,
  )
  return `<h2 id="errors">Errors</h2>
<p>Programs switch on <code>content.code</code>; new codes may appear.</p>
<dl class="fields">${items.join('')}</dl>`
}

/** A sentence as HTML, with `code` in backticks. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/**
 * The page's only style element. The colors are those of `protocol/theme/tokens.css` (page.test.ts compares
 * them).
 */
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
