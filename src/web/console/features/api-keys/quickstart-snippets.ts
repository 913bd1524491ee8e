type Request = {
  url: string
  /** Only where the secret itself is displayed, once; absent: a variable of the environment. */
  secret?: string | undefined
}

/** A whole program for a first request, in each language; they need nothing but the language. */
export const quickstarts = ({ url, secret }: Request) => ({
  curl: `curl '${url}' -H ${secret === undefined ? '"x-api-key: $LATCHKEY_API_KEY"' : `'x-api-key: ${secret}'`}`,
  node: `// node quickstart.mjs
const response = await fetch('${url}', {
  headers: { 'x-api-key': ${secret === undefined ? 'process.env.LATCHKEY_API_KEY' : `'${secret}'`} },
})
const { content } = await response.json()
console.log(response.status, content)`,
  python: `# python3 quickstart.py
import json, os, urllib.request

key = ${secret === undefined ? 'os.environ["LATCHKEY_API_KEY"]' : `"${secret}"`}
request = urllib.request.Request("${url}", headers={"x-api-key": key})
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response)["content"])`,
})
