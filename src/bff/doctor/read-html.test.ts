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

test('error: a page of 500 kB that opens and never closes is read once', () => {
  for (const unit of ['<!--', '<script ', '<script "', "<meta '"])
    expect(readHtml(unit.repeat(100_000))).toMatchObject({ scripts: [], policies: [] })
})
