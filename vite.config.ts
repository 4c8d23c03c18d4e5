import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { asciiOnly } from './scripts/ascii-only.ts'
import { browserContracts } from './scripts/browser-contracts.ts'
import { withoutLayers } from './scripts/flatten-layers.ts'

/** Many small files compress badly and each costs a request: what every page of the shop needs comes in a few. */
const codeSplitting = {
  groups: [
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|react-router|react-hot-toast|scheduler)[\\/]/,
      priority: 2,
    },
    { name: 'shop', test: /src[\\/](root|web[\\/]layouts[\\/]store\.layout|web[\\/]seo)\.tsx?/, priority: 1 },
    { name: 'products', test: /src[\\/]features[\\/]catalog[\\/]list[\\/]web[\\/]products\.page\.tsx/ },
    // What forms and accounts need. The list of pages, which every visitor gets, names each file of each page.
    {
      name: 'forms',
      test: /src[\\/](shared[\\/]demo-words|web[\\/](api-context|ui[\\/](name|field|page-icon|notice|ask-first|arrival-notice|back-link|panel|pill|post-refused|send-failed|take-out)|hooks[\\/]use-form))\.tsx?/,
    },
    {
      name: 'seller',
      test: /[\\/](seller-page|restored-shop|seller-failed|list-pager|spreadsheet-hint|seller-products\.contract)\.tsx?/,
    },
  ],
}

/**
 * React Router reloads the document when the script of a page cannot be loaded, for a prefetch on hover or touch too: without a
 * connection the browser's own error page takes the place of the shop. Thrown, it is an error of that page alone, and a
 * prefetch that failed changes nothing.
 */
function keepDocument(): Plugin {
  const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
  return {
    name: 'keep-document',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return
      if (!reloads.test(code))
        this.error('React Router loads its pages in another way now: look at keepDocument in vite.config.ts')
      return { code: code.replace(reloads, 'throw error;').replace(', reloading page...', ''), map: null }
    },
  }
}

/**
 * Where the browser refuses sessionStorage, React Router's script that scrolls back throws on each page, and each move warns. Both then
 * do nothing: the page starts at its top.
 */
function scrollWithoutStorage(): Plugin {
  const onRefusal = [
    /console\.error\(error\);\s*sessionStorage\.removeItem\(storageKey\);/,
    /warning\(false, `Failed to save scroll positions[^`]*`\);/,
  ]
  return {
    name: 'scroll-without-storage',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/.*\/dom\/lib\.js$/.test(id)) return
      if (!onRefusal.every((part) => part.test(code)))
        this.error('React Router scrolls back in another way now: look at scrollWithoutStorage in vite.config.ts')
      return { code: onRefusal.reduce((rest, part) => rest.replace(part, ''), code), map: null }
    },
  }
}

/**
 * React Router brings parts that the shop does not use, in the same file as what it does use: pages that are found one by one
 * (routeDiscovery is `initial`), and the measuring of its own calls. In browsers their functions do nothing, as they would anyway.
 */
function leaveOutUnused(): Plugin {
  const unused = /react-router\/dist\/.*\/(fog-of-war|instrumentation)\.js$/
  const found = new Set<string>()
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const part = unused.exec(id)?.[1]
      const names = part && /^export \{ (.+) \};$/m.exec(code)?.[1]
      if (!names) return
      found.add(part)
      return {
        code: names
          .split(', ')
          .map((name) => `export function ${name}() {}`)
          .join('\n'),
        map: null,
      }
    },
    buildEnd() {
      if (found.size < 2)
        this.error('React Router keeps its parts elsewhere now: look at leaveOutUnused in vite.config.ts')
    },
  }
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    withoutLayers(),
    browserContracts(),
    reactRouter(),
    keepDocument(),
    scrollWithoutStorage(),
    leaveOutUnused(),
    asciiOnly(),
  ],
  // The toasts are drawn by web/ui/toaster.tsx: the package's own look stays out of the bundle.
  resolve: { alias: [{ find: /^react-hot-toast$/, replacement: 'react-hot-toast/headless' }] },
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  // The first page load would otherwise find these one by one and reload.
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'react-hot-toast/headless',
      'uuid',
      'zod',
    ],
  },
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/build/**'] } },
})
