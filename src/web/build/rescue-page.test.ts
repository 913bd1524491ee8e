import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rescuePage } from './build-rescue.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('rescuePage', () => {
  const page = rescuePage({ script: 'const end = "</script><!--"', style: 'p{color:red}' })

  test('behavior: the policy names the one script and the one style as they stand in the page', () => {
    const [, script = ''] = /<script [^>]*>([^]*)<\/script>/.exec(page) ?? []
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
    expect(script).toBe(String.raw`const end = "<\/script><\!--"`)
    expect(page).toContain(`script-src ${sha(script)}`)
    expect(page).toContain(`style-src ${sha(style)}`)
  })

  test('behavior: nothing is loaded: no address of a script, a style or a picture, and no other source allowed', () => {
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/\s(src|href)=/)
    expect(page).not.toContain('unsafe-')
  })

  test('behavior: the same sources give the same page', () => {
    expect(rescuePage({ script: 'a', style: 'b' })).toBe(rescuePage({ script: 'a', style: 'b' }))
  })
})
