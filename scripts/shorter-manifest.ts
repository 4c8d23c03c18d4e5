import { z } from 'zod'

const OPENING = 'window.__reactRouterManifest='

const Files = z.looseObject({ imports: z.array(z.string()) })
const Manifest = z.looseObject({
  entry: Files,
  routes: z.record(z.string(), z.looseObject({ imports: z.array(z.string()).optional() })),
})

/**
 * The list of pages, which every visitor gets, without what the router takes for granted: a fact that is false, and files that the entry
 * brings to each page. A twentieth of it.
 */
export function shorterManifest(script: string) {
  if (!script.startsWith(OPENING))
    throw new Error('React Router writes its list of pages in another way now: look at shorterManifest')
  const manifest = Manifest.parse(JSON.parse(script.slice(OPENING.length).replace(/;\s*$/, '')))
  const { entry, routes } = manifest
  const shorter = Object.entries(routes).map(([id, { imports = [], ...facts }]) => {
    const told = Object.entries(facts).filter(([, value]) => value !== false)
    return [id, { ...Object.fromEntries(told), imports: imports.filter((file) => !entry.imports.includes(file)) }]
  })
  return `${OPENING}${JSON.stringify({ ...manifest, routes: Object.fromEntries(shorter) })};`
}
