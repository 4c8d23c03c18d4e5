import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { prepareScripts, scriptMark } from './page-scripts.ts'

const mark = `nonce="${scriptMark}"`
const module = 'import "/a.js"'
const react = `<link rel="modulepreload" href="/a.js" ${mark}/><p>हाट</p><script ${mark}>state("ह")</script><script ${mark} type="module" async="">${module}</script><script ${mark}>data()</script></body></html>`
const stray = `<link rel="modulepreload" href="/b.js"/><script type="module">import "/b.js"</script><script>strange()</script>`
const data = `<script ${mark} type="application/ld+json">{}</script><script ${mark} src="/c.js"></script>`

const prepare = (html: string) => {
  const { hashes, body } = prepareScripts(Buffer.from(html))
  return { hashes, page: body.toString() }
}
const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')

describe('the scripts of a page', () => {
  const { page, hashes } = prepare(react)

  it('lose their mark', () => {
    expect(page).not.toContain(scriptMark)
    expect(page).toContain('<p>हाट</p><script>state("ह")</script>')
  })

  it('name no module that the browser would fetch', () => {
    expect(page).not.toMatch(/rel="modulepreload"|type="module"/)
    expect(page).toContain('<link rel="later" href="/a.js"/>')
    expect(page).toContain(`<script type="text/later">${module}</script>`)
  })

  it('are started by a short script once all of the page has come', () => {
    const [, starter = ''] = /<script>(\(function startScripts\([\s\S]+?)<\/script><\/body><\/html>$/.exec(page) ?? []
    expect(hashes.sort()).toEqual([starter, 'state("ह")', module, 'data()'].map(hashOf).sort())
    expect(starter.length).toBeLessThan(1600)
  })

  it('are left alone, and not named, when React did not write them or they are no scripts', () => {
    expect(prepare(stray)).toEqual({ hashes: [], page: stray })
    expect(prepare(data)).toEqual({ hashes: [], page: data.replaceAll(` ${mark}`, '') })
  })
})
