import type { Plugin } from 'vite'

const declarations =
  /^export const (\w+) = (?:endpoint\('([A-Z]+)', '([^']+)'|appError(?:<[^(]*>)?\(\s*'(\w+)',\s*(\d+))/gm

/** A browser needs method and path of endpoints, and code and status of errors. */
export const forBrowsers = (contract: string) =>
  Array.from(contract.matchAll(declarations), ([, name, method, path, code, status]) =>
    method === undefined
      ? `export const ${name} = { code: '${code}', status: ${status} }`
      : `export const ${name} = { method: '${method}', path: '${path}' }`,
  ).join('\n')

/**
 * Browsers call endpoints without loading zod: of a contract they get only `forBrowsers`. Anything else that pages use belongs into a file
 * of rules beside the contract.
 */
export function browserContracts(): Plugin {
  return {
    name: 'browser-contracts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (/\.contract\.ts$/.test(id)) return { code: forBrowsers(code), map: null }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/node_modules/zod/')))
          this.error(`${file.fileName} brings zod to browsers`)
    },
  }
}
