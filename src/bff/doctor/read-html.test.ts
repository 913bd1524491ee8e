import { expect, test } from 'vitest'
import { readHtml } from './read-html.ts'

const sources = (html: string) => readHtml(html).scripts.map(({ src }) => src)

test('behavior: a > in quotes ends no tag, and what stands in a comment is not read', () => {
  const html = `<script data-a="1>2" src='/a.js'></script><!-- <script src="/b.js"> --><SCRIPT src=/c.js>`
  expect(sources(html)).toEqual(['/a.js', '/c.js'])
})

test('behavior: nothing is read behind a comment or a tag that does not end', () => {
  expect(sources('<script src="/a.js"><!-- <script src="/b.js">')).toEqual(['/a.js'])
  expect(sources('<script src="/a.js"><script src="/b.js')).toEqual(['/a.js'])
})

test('behavior: a tag within the attributes of another is none', () => {
  expect(sources('<meta content="<script src=/b.js>"><script src="/a.js">')).toEqual(['/a.js'])
})

test.each(['script', 'style', 'textarea', 'title', 'iframe', 'noscript'])(
  'behavior: what stands in <%s> is text and no tag',
  (name) => {
    const inside = '<latchkey-wallet><meta http-equiv="content-security-policy" content="script-src none">'
    const read = readHtml(`<${name}>${inside}</${name}><latchkey-frame src=/f>`)
    expect(read).toMatchObject({ policies: [], widgets: [], frames: [new Map([['src', '/f']])] })
  },
)

test('behavior: of an attribute that comes twice the first counts, and every reference is read', () => {
  const html =
    '<latchkey-wallet Rp-Id="a&period;example" rp-id=b.example><script src=/a.js?a&#61;1&lt></script>'
  expect(readHtml(html).widgets).toEqual([new Map([['rp-id', 'a.example']])])
  expect(sources(html)).toEqual(['/a.js?a=1<'])
})

test('error: more than 1,000 elements of a kind → the first 1,000', () => {
  const read = readHtml('<script></script><latchkey-wallet><latchkey-frame>'.repeat(1_001))
  expect([read.scripts.length, read.widgets.length, read.frames.length]).toEqual([1_000, 1_000, 1_000])
})

test('error: a page of 500 kB that opens and never closes is read once', () => {
  for (const unit of ['<!--', '<script ', '<script "', "<meta '", '<svg>', '<b a><p>'])
    expect(readHtml(unit.repeat(100_000))).toMatchObject({ scripts: [], policies: [] })
})
