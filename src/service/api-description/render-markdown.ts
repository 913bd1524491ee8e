import { DESCRIBED_ERRORS, errorText } from './described-endpoints.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { listOperations, fieldRows, type FieldRow, type OperationParts } from './operations.ts'
import { API_TEXTS } from './texts.ts'

/**
 * The contents of the API reference, for the repository (docs/api.md). Its headings are those of
 * `renderMarkdown`, so that a link works in both.
 */
export function renderContents({ info, tags }: OpenApiDocument): string {
  const groups = tags.flatMap(({ name, description }) => [`## ${name}`, description ?? ''])
  return `${[
    `# ${info.title} API`,
    'This page lists the groups of endpoints. The build makes the whole reference: a running server has it at `/docs/api.html` and at `/v1/docs`, and as OpenAPI 3.1 at `/v1/openapi.json`. Generated from the endpoint tables; a test compares it.',
    ...groups,
    '## Webhooks',
    'The headers and fields of each delivery.',
    '## Errors',
    'Every code with its status and message.',
  ].join('\n\n')}\n`
}

/** The API reference as Markdown, for the site. */
export function renderMarkdown(document: OpenApiDocument): string {
  const { info, tags } = document
  const scopes = document['x-scopes'].map((scope) => `\`${scope}\``).join(', ')
  return `${[
    `# ${info.title} API`,
    'This reference is generated from the endpoint tables. A running service has the same at `/v1/docs`, and as OpenAPI 3.1 at `/v1/openapi.json`.',
    '## For every endpoint',
    info.description,
    `\`x-api-key\`: ${API_TEXTS.authentication} Scopes: ${scopes}.`,
    `\`Idempotency-Key\`, on every POST: ${API_TEXTS.idempotency}`,
    API_TEXTS.headers,
    '## Try it',
    API_TEXTS.tryIt,
    `\`\`\`sh\n${API_TEXTS.tryItCommand}\n\`\`\``,
    ...tags.flatMap(({ name }) => [`## ${name}`, ...listOperations(document, name).flatMap(endpoint)]),
    '## Webhooks',
    API_TEXTS.webhooks,
    table(fieldRows(document.components.schemas, document.components.schemas['WebhookBody'] ?? {})),
    '## Errors',
    'Programs switch on `content.code`; new codes may appear.',
    errorTable(),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

function endpoint(operation: OperationParts): string[] {
  return [
    `### ${operation.summary}`,
    `\`${operation.method} ${operation.path}\` (\`${operation.operationId}\`). ${operation.description}`,
    table(operation.parameters),
    table(operation.body),
    operation.bodyRule,
    `\`\`\`sh\n${operation.curl}\n\`\`\``,
    `Answer: \`content\` is ${operation.contentType}.`,
    table(operation.content),
    `\`\`\`json\n${operation.example}\n\`\`\``,
    `Errors: ${operation.codes.map((code) => `\`${code}\``).join(', ')}.`,
  ]
}

function table(rows: FieldRow[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ path, type, required, rule }) =>
      `| \`${path}\` | ${cell(type)} | ${required ? 'yes' : 'no'} | ${cell(rule)} |`,
  )
  return ['| field | type | required | rules |', '|---|---|---|---|', ...lines].join('\n')
}

function errorTable(): string {
  const lines = Object.entries(DESCRIBED_ERRORS).map(
    ([code, { status }]) => `| \`${code}\` | ${status} | ${cell(errorText(code))} |`,
  )
  return ['| code | status | message |', '|---|---|---|', ...lines].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
