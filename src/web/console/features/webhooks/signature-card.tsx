import type { ReactElement } from 'react'
import { Card } from '#web/console/components/card.tsx'
import { ChoiceTabs } from '#web/console/components/choice-tabs.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

/** Names of languages, which are not translated. */
const LANGUAGES = [
  { value: 'node', label: 'Node.js' },
  { value: 'python', label: 'Python' },
  { value: 'php', label: 'PHP' },
] as const
const FILES = { node: 'receiver.mjs', python: 'receiver.py', php: 'receiver.php' }

/** Example receivers that verify their requests, in three languages. */
export function SignatureCard({ url = 'https://shop.example/webhooks' }: { url?: string }): ReactElement {
  return (
    <Card
      title={t('Check the signature')}
      note={t('Deliveries follow Standard Webhooks: any of its libraries verifies them.')}
    >
      <ChoiceTabs label={t('Language of your backend')} choices={LANGUAGES}>
        {(language = 'node') => (
          <CodeBlock
            title={FILES[language]}
            what={t('backend code')}
            code={signatureSnippets(url)[language]}
          />
        )}
      </ChoiceTabs>
      <p className="mt-3 text-sm text-muted">
        <Rich
          text="The same event may arrive twice, always with the same {header}. Events can arrive out of order."
          parts={{ header: <code className="font-mono text-ink">webhook-id</code> }}
        />
      </p>
    </Card>
  )
}

/**
 * Complete receivers without dependencies. The first line of each says how to start it. They respond with 204
 * to a signed event, 401 to an unsigned one and 404 on other paths. `url`: the endpoint whose path they
 * serve.
 */
export const signatureSnippets = (url: string): { node: string; python: string; php: string } => {
  const { pathname, search } = new URL(url)
  // A URL has no backslashes and no line breaks.
  const path = `'${pathname.replaceAll("'", String.raw`\'`)}'`
  const address = `http://localhost:3000${pathname}${search}`
  return { node: node(path, address), python: python(path, address), php: php(path, address) }
}

const node = (path: string, address: string) => `// node receiver.mjs, then: curl -i -X POST '${address}'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.LATCHKEY_WEBHOOK_SECRET
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')

function isSigned(headers, body) {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']]
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(time))
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  // During a rotation of the secret there are two signatures.
  const signatures = (headers['webhook-signature'] ?? '').split(' ')
  return ageSeconds < 300 && signatures.some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer(async (request, response) => {
  // Use the raw body. Its signature does not match a parsed and rewritten body.
  const body = (await request.setEncoding('utf8').toArray()).join('')
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname !== ${path}) return response.writeHead(404).end()
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  console.log(request.headers['webhook-id'], JSON.parse(body).type)
  response.writeHead(204).end()
}).listen(3000)`

const python = (path: string, address: string) => `# python3 receiver.py, then: curl -i -X POST '${address}'
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit

KEY = base64.b64decode(os.environ["LATCHKEY_WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_signed(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    # During a rotation of the secret there are two signatures.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Use the raw body. Its signature does not match a parsed and rewritten body.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        status = 204 if is_signed(self.headers, body) else 401
        if urlsplit(self.path).path != ${path}:
            status = 404
        if status == 204:
            print(self.headers["webhook-id"], json.loads(body)["type"])
        self.send_response(status)
        self.end_headers()

HTTPServer(("", 3000), Receiver).serve_forever()`

const php = (path: string, address: string) => `<?php
// php -S localhost:3000 receiver.php, then: curl -i -X POST '${address}'
$key = base64_decode(substr(getenv('LATCHKEY_WEBHOOK_SECRET'), strlen('whsec_')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
// Use the raw body. Its signature does not match a parsed and rewritten body.
$body = file_get_contents('php://input');
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));

$signed = false;
// During a rotation of the secret there are two signatures.
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
    $signed = $signed || hash_equals($expected, $one);
}
$status = $signed && abs(time() - (int) $time) < 300 ? 204 : 401;
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== ${path}) {
    $status = 404;
}
if ($status === 204) {
    error_log($id . ' ' . json_decode($body)->type);
}
http_response_code($status);`
