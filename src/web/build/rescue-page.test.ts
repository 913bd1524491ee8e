import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rescuePage } from './build-rescue.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('rescuePage', () => {
  const page = rescuePage({ script: 'const end = "</script><!--"', style: 'p{color:red}' })

  test('behavior: the policy has the hashes of the page’s one script and one style', () => {
    const [, script = ''] = /<script [^>]*>([^]*)<\/script>/.exec(page) ?? []
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
    expect(script).toBe(String.raw`const end = "<\/script><\!--"`)
    expect(page).toContain(`script-src ${sha(script)}`)
    expect(page).toContain(`style-src ${sha(style)}`)
  })

  test('behavior: the page loads no script, style or picture, and its policy allows no other source', () => {
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/\s(src|href)=/)
    expect(page).not.toContain('unsafe-')
  })

  test('behavior: the same sources produce the same page', () => {
    expect(rescuePage({ script: 'a', style: 'b' })).toBe(rescuePage({ script: 'a', style: 'b' }))
  })
})
