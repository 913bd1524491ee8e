import { curlLine } from './curl-line.ts'
import { DESCRIBED_ERRORS, errorText } from './error-text.ts'
import { fieldRows, inner, resolve, ruleOf, typeOf, type FieldRow } from './field-rows.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'
import { operationsOf, parameterRows } from './operations.ts'
import { API_TEXTS } from './texts.ts'

/** The description as Markdown, for the repository (docs/api.md). */
export function renderMarkdown(document: OpenApiDocument): string {
  const { info, tags } = document
  const scopes = document['x-scopes'].map((scope) => `\`${scope}\``).join(', ')
  return `${[
    `# ${info.title} API`,
    'Generated from the endpoint tables; a test compares it. A running service has the same at `/v1/docs`, and as OpenAPI 3.1 at `/v1/openapi.json`.',
    '## For every endpoint',
    info.description,
    `\`x-api-key\`: ${API_TEXTS.authentication} Scopes: ${scopes}.`,
    `\`Idempotency-Key\`, on every POST: ${API_TEXTS.idempotency}`,
    API_TEXTS.headers,
    ...tags.flatMap(({ name }) => [
      `## ${name}`,
      ...operationsOf(document, name).flatMap(({ path, method, operation }) =>
        endpoint(document, path, method, operation),
      ),
    ]),
    '## Webhooks',
    API_TEXTS.webhooks,
    table(fieldRows(document.components.schemas, document.components.schemas['EventBody'] ?? {})),
    '## Errors',
    'Programs switch on `content.code`; new codes may appear.',
    errorTable(),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

function endpoint(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
): string[] {
  const { schemas } = document.components
  const body = operation.requestBody?.content['application/json']
  const answer = operation.responses['200']?.content['application/json']
  const content = answer?.schema.properties?.['content']
  const contentSchema = typeof content === 'object' ? content : {}
  const codes = Object.values(operation.responses).flatMap((response) => response['x-error-codes'] ?? [])
  const [server] = document.servers
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\` (\`${operation.operationId}\`). ${operation.description}`,
    table(parameterRows(operation, schemas)),
    body === undefined ? '' : table(fieldRows(schemas, body.schema)),
    body === undefined ? '' : ruleOf(schemas, resolve(schemas, body.schema)),
    `\`\`\`sh\n${curlLine(server?.url ?? '', path, method, operation)}\n\`\`\``,
    `Answer: \`content\` is ${typeOf(schemas, contentSchema)}.`,
    table(inner(schemas, contentSchema)),
    `\`\`\`json\n${JSON.stringify(answer?.example, undefined, 2)}\n\`\`\``,
    `Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
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
