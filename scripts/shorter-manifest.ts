import { z } from 'zod'

const OPENING = 'window.__reactRouterManifest='

const Files = z.looseObject({ imports: z.array(z.string()) })
const Manifest = z.looseObject({
  entry: Files,
  routes: z.record(z.string(), z.looseObject({ imports: z.array(z.string()).optional() })),
})

/** Runs in browsers: gives each page its name again, and its files, which are told by their places in a list. */
const restore =
  '((m,f)=>{for(const id in m.routes){const r=m.routes[id];r.id=id;r.imports=r.imports.map(i=>f[i])}return m})'

/**
 * The list of pages, which every visitor gets, without what the router takes for granted (a fact that is false, and files that the entry brings to
 * each page), and with each name once: a tenth less.
 */
export function shorterManifest(script: string) {
  if (!script.startsWith(OPENING))
    throw new Error('React Router writes its list of pages in another way now: look at shorterManifest')
  const manifest = Manifest.parse(JSON.parse(script.slice(OPENING.length).replace(/;\s*$/, '')))
  const { entry, routes } = manifest
  const files = [...new Set(Object.values(routes).flatMap(({ imports = [] }) => imports))].filter(
    (file) => !entry.imports.includes(file),
  )
  const shorter = Object.entries(routes).map(([id, { imports = [], ...facts }]) => {
    const told = Object.entries(facts).filter(([name, value]) => name !== 'id' && value !== false)
    const own = imports.filter((file) => !entry.imports.includes(file)).map((file) => files.indexOf(file))
    return [id, { ...Object.fromEntries(told), imports: own }]
  })
  const list = JSON.stringify({ ...manifest, routes: Object.fromEntries(shorter) })
  return `${OPENING}${restore}(${list},${JSON.stringify(files)});`
}
