import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csp, imageOriginsOf } from '../../src-main/desktop/index.ts'
import { pageFileOf } from '../../src-main/shell/page-address.ts'

const folder = '/app/renderer'

describe('the page’s addresses', () => {
  it('name files of the page’s folder', () => {
    expect(pageFileOf(folder, 'app://ui/')?.path).toBe('/app/renderer/index.html')
    expect(pageFileOf(folder, 'app://ui/assets/a.js?v=1#x')).toEqual({
      path: '/app/renderer/assets/a.js',
      type: 'text/javascript; charset=utf-8',
      isDocument: false,
    })
    expect(pageFileOf(folder, 'app://ui/A.HTML')).toEqual({
      path: '/app/renderer/A.HTML',
      type: 'text/html; charset=utf-8',
      isDocument: true,
    })
  })

  it.each([
    '..%2f..%2fetc/a.js',
    '%2e%2e/..%2fa.js',
    '..%2frenderer2/a.js',
    'a%00.js',
    '%',
    'etc/passwd',
    'a.exe',
    'a.js.map',
    'a.constructor',
  ])('name nothing outside of it, nor of an unknown kind: %s', (path) => {
    expect(pageFileOf(folder, `app://ui/${path}`)).toBeUndefined()
  })

  it('never lead out of it', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, tail) => {
        const url = `app://ui${path}${encodeURIComponent(tail)}.js`
        const found = pageFileOf(folder, url)?.path ?? `${folder}/`
        if (!found.startsWith(`${folder}/`) || found.includes('/../')) throw new Error(found)
      }),
    )
  })
})

describe('the content security policy', () => {
  it('takes origins of pictures, and nothing that could end a directive', () => {
    expect(imageOriginsOf(['https://pictures.example/items/', 'https://pictures.example/cars', undefined])).toEqual([
      'https://pictures.example',
    ])
    expect(imageOriginsOf(['https://a.example;script-src *', 'nonsense', 'data:image/png,x'])).toEqual([])
    expect(csp(['https://a.example', 'http://127.0.0.1:80/x'])).toContain(
      `img-src 'self' data: https://a.example http://127.0.0.1;`,
    )
    expect(csp([])).toContain(`img-src 'self' data:;`)
  })

  it('lets no script in but ours', () => {
    const policy = csp([])
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).toContain(`require-trusted-types-for 'script'`)
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/)
  })
})
