import { expect, test } from 'vitest'
import { readHtml } from './read-html.ts'

const sources = async (html: string) => (await readHtml(html)).scripts.map(({ src }) => src)

test('behavior: a quoted > does not end a tag, and comments are skipped', async () => {
  const html = `<script data-a="1>2" src='/a.js'></script><!-- <script src="/b.js"> --><SCRIPT src=/c.js>`
  expect(await sources(html)).toEqual(['/a.js', '/c.js'])
})

test('behavior: skips everything after an unclosed comment or tag', async () => {
  expect(await sources('<script src="/a.js"><!-- <script src="/b.js">')).toEqual(['/a.js'])
  expect(await sources('<script src="/a.js"><script src="/b.js')).toEqual(['/a.js'])
})

test('behavior: ignores a tag inside the attributes of another', async () => {
  expect(await sources('<meta content="<script src=/b.js>"><script src="/a.js">')).toEqual(['/a.js'])
})

test.each(['script', 'style', 'textarea', 'title', 'iframe', 'noscript'])(
  'behavior: treats the content of <%s> as text',
  async (name) => {
    const inside = '<latchkey-wallet><meta http-equiv="content-security-policy" content="script-src none">'
    const read = await readHtml(`<${name}>${inside}</${name}><latchkey-frame src=/f>`)
    expect(read).toMatchObject({ policies: [], widgets: [], frames: [new Map([['src', '/f']])] })
  },
)

test('behavior: the first of repeated attributes applies, and character references are decoded', async () => {
  const html =
    '<latchkey-wallet Rp-Id="a&period;example" rp-id=b.example><script src=/a.js?a&#61;1&lt></script>'
  expect((await readHtml(html)).widgets).toEqual([new Map([['rp-id', 'a.example']])])
  expect(await sources(html)).toEqual(['/a.js?a=1<'])
})

test('error: more than 1,000 elements of a kind → the first 1,000', async () => {
  const read = await readHtml('<script></script><latchkey-wallet><latchkey-frame>'.repeat(1_001))
  expect([read.scripts.length, read.widgets.length, read.frames.length]).toEqual([1_000, 1_000, 1_000])
})

test('error: reads a page of 500 kB with unclosed elements in one pass', async () => {
  for (const unit of ['<!--', '<script ', '<script "', "<meta '", '<svg>', '<b a><p>'])
    expect(await readHtml(unit.repeat(100_000))).toMatchObject({ scripts: [], policies: [] })
})

test('behavior: reads a page the same way wherever it is split into pieces', async () => {
  const tail = `<!-- <script src=/no.js> --><script src="/a.js?x&amp;y"></script><latchkey-wallet rp-id='a&period;b'>`
  const whole = await readHtml(tail)
  expect(whole.scripts).toHaveLength(1)
  for (let shift = 0; shift <= tail.length; shift += 1)
    expect(await readHtml(' '.repeat(16_384 - shift) + tail)).toEqual(whole)
})

test('behavior: other requests are handled while a large page is read', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  await readHtml('<a b>'.repeat(200_000))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(3)
})
