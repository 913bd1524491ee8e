import { operationsOf, type OperationParts } from './operations.ts'
import { DESCRIBED_ERRORS, errorText, type DescribedCode } from './described-endpoints.ts'
import { fieldRows, type FieldRow } from './field-rows.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { API_TEXTS } from './texts.ts'

/** The readable pages of the API: one static document, without a script. `style` goes into its one style element. */
export function renderPage(document: OpenApiDocument, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title>
<style>${style}</style>
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
    const links = operationsOf(document, name).map(
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
<p>${sentence(API_TEXTS.headers)}</p>`
}

function group(document: OpenApiDocument, name: string): string {
  return `<h2 id="${idOf(name)}">${escapeHtml(name)}</h2>\n${operationsOf(document, name).map(endpoint).join('\n')}`
}

function endpoint(operation: OperationParts): string {
  const { operationId, summary, method, path } = operation
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
<ul class="errors">${operation.codes.map(errorLink).join('')}</ul>
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

function errorLink(code: DescribedCode): string {
  return `<li>${DESCRIBED_ERRORS[code].status} <a href="#error-${code}">${code}</a></li>`
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

/** Text as HTML; no other function writes texts as markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A sentence in which `code` stands between backticks. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
