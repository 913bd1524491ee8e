import type { OpenApiOperation } from './openapi-document.ts'

/** A call that can be pasted into a shell: the document's own example, with the secret in a variable. */
export function curlLine(url: string, path: string, method: string, operation: OpenApiOperation): string {
  const address = url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name, 'path'))
  const query = operation.parameters
    .filter((parameter) => 'in' in parameter && parameter.in === 'query' && parameter.required)
    .map((parameter) =>
      'name' in parameter ? `${parameter.name}=${exampleOf(operation, parameter.name, 'query')}` : '',
    )
  const body = operation.requestBody?.content['application/json'].example
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    operation.security.some((one) => 'apiKey' in one)
      ? `  -H "x-api-key: $LATCHKEY_API_KEY"`
      : `  -H "authorization: Bearer $LATCHKEY_INTEGRATION_SECRET"`,
    ...(body === undefined
      ? []
      : [`  -H 'content-type: application/json'`, `  -d '${JSON.stringify(body)}'`]),
  ].join(' \\\n')
}

function exampleOf({ parameters }: OpenApiOperation, name: string, place: 'path' | 'query'): string {
  const found = parameters.find(
    (parameter) => 'name' in parameter && parameter.name === name && parameter.in === place,
  )
  return encodeURIComponent(found !== undefined && 'example' in found ? String(found.example) : '')
}
