import { describe, expect, it } from 'vitest'
import { startScriptsLate } from './late-scripts.ts'

const react = `<link rel="modulepreload" href="/a.js" nonce="mark"/><script nonce="mark">state()</script><script nonce="mark" type="module" async="">import "/a.js"</script>`
const stray = `<link rel="modulepreload" href="/b.js"/><script type="module">import "/b.js"</script>`

describe('scripts that start late', () => {
  const page = startScriptsLate(react, 'mark')

  it('names no module that the browser would fetch', () => {
    expect(page).not.toMatch(/rel="modulepreload"|type="module"/)
    expect(page).toContain('<link rel="later" href="/a.js" nonce="mark"/>')
    expect(page).toContain('<script nonce="mark" type="later" async="">import "/a.js"</script>')
  })

  it('starts them by a script with the mark, before them', () => {
    expect(page).toMatch(
      /<script nonce="mark">\(function startScripts\([\s\S]+<\/script><script nonce="mark" type="later"/,
    )
  })

  it('leaves other scripts of React Router as they are', () => {
    expect(page).toContain('<script nonce="mark">state()</script>')
  })

  it('touches nothing without the mark', () => {
    expect(startScriptsLate(stray, 'mark')).toBe(stray)
  })
})
