import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// `node scripts/check-imports.ts [FOLDER]` prints the ladder of features, lowest first, and fails with a line for each import in the wrong
// direction (docs/decisions/0020).

/** Path of a file, from the project's folder, and its text. */
export type Sources = ReadonlyMap<string, string>

interface Import {
  from: string
  to: string
}

/** A file's floor and feature. The rooms of a feature are one rung of the ladder. */
function placeOf(file: string) {
  if (file.startsWith('migrations/')) return { floor: 'migrations', feature: '' }
  const [, floor = '', second = '', ...inside] = file.split('/')
  if (floor !== 'features') return { floor: file.startsWith('src/') && second === '' ? 'root' : floor, feature: '' }
  // orders/server and orders/place/server alike.
  const side = inside.slice(0, -1).find((folder) => folder === 'server' || folder === 'web')
  const isNode = side === 'server' || inside.at(-1) === 'feature.ts'
  return { floor: isNode ? 'feature server' : side === 'web' ? 'feature web' : 'feature root', feature: second }
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|^src\/app\/tests\//.test(file)

/** Floor -> the floors that its files may import, and why no others. */
const floors: Record<string, { may: readonly string[]; why: string }> = {
  migrations: {
    may: ['migrations'],
    why: 'a migration imports nothing of src, not even a type, so that it does for ever what it did',
  },
  shared: { may: ['shared'], why: 'shared imports nothing of ours: both sides load it' },
  kernel: { may: ['shared', 'kernel'], why: 'the kernel knows no feature and nothing above it' },
  'feature root': {
    may: ['shared', 'feature root'],
    why: "browsers load a feature's contract and rules: they import shared and other features' contracts and rules only",
  },
  'feature server': {
    may: ['shared', 'kernel', 'feature root', 'feature server'],
    why: 'the server side of a feature imports shared, the kernel and features only',
  },
  'feature web': {
    may: ['shared', 'web', 'feature root', 'feature web'],
    why: 'pages never import server code, not even a type: Vite would bundle it',
  },
  web: {
    may: ['shared', 'web', 'feature root', 'feature web'],
    why: 'pages never import server code, not even a type: Vite would bundle it',
  },
  root: {
    may: ['shared', 'web', 'root', 'feature root', 'feature web'],
    why: 'pages never import server code, not even a type: Vite would bundle it',
  },
  app: {
    may: ['shared', 'kernel', 'feature root', 'feature server', 'app'],
    why: 'the process imports no pages: they are a bundle of their own',
  },
}

/** Imports of our own files, types too. */
function importsOf(file: string, text: string): Import[] {
  const names = text.matchAll(
    /^(?:import\s|(?:import|export|\}).*\sfrom\s)['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...names].flatMap(([, name = '', loaded = '']) => {
    const wanted = name || loaded
    if (wanted.startsWith('#')) return [{ from: file, to: `src/${wanted.slice(1)}` }]
    if (!wanted.startsWith('.')) return []
    const to = path.posix.join(path.posix.dirname(file), wanted)
    return /^(?:src|migrations)\//.test(to) ? [{ from: file, to }] : []
  })
}

function problemOf({ from, to }: Import) {
  const [a, b] = [placeOf(from), placeOf(to)]
  if (isTest(from)) {
    const knows = b.floor.startsWith('feature') && a.floor === 'kernel'
    return knows || (a.floor === 'shared' && b.floor !== 'shared') ? floors[a.floor]?.why : undefined
  }
  if (isTest(to)) return 'only tests import what tests need'
  const rule = floors[a.floor]
  if (rule && !rule.may.includes(b.floor)) return rule.why
  if (a.floor === 'web' && b.feature && !from.startsWith('src/web/layouts/')) {
    if (from.startsWith('src/web/ui/')) return 'ui knows no feature'
    if (b.floor !== 'feature root') return 'of features, only layouts use more than contracts and rules'
  }
  return undefined
}

/** Feature -> feature -> an import that proves it. Uses through src/web count. */
function usesOf(imports: readonly Import[]) {
  const byFile = Map.groupBy(imports, ({ from }) => from)
  const uses = new Map<string, Map<string, Import>>()
  function follow(feature: string, first: Import, to: string, seen: Set<string>) {
    const { floor, feature: used } = placeOf(to)
    if (used && used !== feature) {
      const known = uses.get(feature) ?? new Map<string, Import>()
      uses.set(feature, known.set(used, known.get(used) ?? first))
    }
    if (floor !== 'web' || seen.has(to)) return
    seen.add(to)
    for (const next of byFile.get(to) ?? []) follow(feature, first, next.to, seen)
  }
  for (const one of imports) {
    const { feature } = placeOf(one.from)
    if (!feature || isTest(one.from)) continue
    if (!uses.has(feature)) uses.set(feature, new Map())
    follow(feature, one, one.to, new Set())
  }
  return uses
}

type Uses = ReturnType<typeof usesOf>

/** Each feature after those it uses. Features in a circle are left out, with those above them. */
function climb(uses: Uses) {
  const ladder: { feature: string; uses: string[] }[] = []
  const left = new Map([...uses].sort())
  for (;;) {
    const [next, used] = [...left].find(([, used]) => ![...used.keys()].some((other) => left.has(other))) ?? []
    if (!next || !used) return { ladder, left }
    ladder.push({ feature: next, uses: [...used.keys()].sort() })
    left.delete(next)
  }
}

/** The imports of the shortest way from a feature back to itself. */
function circleOf(start: string, uses: Uses): Import[] {
  const seen = new Set<string>()
  let ways = [{ at: start, imports: [] as Import[] }]
  while (ways.length > 0) {
    const longer = ways.flatMap(({ at, imports }) =>
      [...(uses.get(at) ?? [])].map(([next, one]) => ({ at: next, imports: [...imports, one] })),
    )
    const back = longer.find(({ at }) => at === start)
    if (back) return back.imports
    ways = longer.filter(({ at }) => !seen.has(at) && seen.add(at))
  }
  return []
}

function circlesOf(left: Uses) {
  const lines = [...left.keys()].flatMap((feature) => {
    const circle = circleOf(feature, left).map(({ from, to }) => `${from} imports ${to}`)
    return circle.length > 0 ? [`features use each other in a circle: ${circle.sort().join(', ')}`] : []
  })
  return [...new Set(lines)]
}

/** Gives the ladder of features, and a line for each wrong import. */
export function checkImports(sources: Sources) {
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text))
  const wrong = imports.flatMap((one) => {
    const problem = problemOf(one)
    return problem ? [`${one.from} imports ${one.to}: ${problem}`] : []
  })
  const { ladder, left } = climb(usesOf(imports))
  return { ladder, wrong: [...wrong, ...circlesOf(left)] }
}

/** All TypeScript of a project except its scripts. */
export function readSources(folder: string): Sources {
  const files = ['src', 'migrations']
    .filter((part) => existsSync(path.join(folder, part)))
    .flatMap((part) =>
      readdirSync(path.join(folder, part), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => `${part}/${file.replaceAll(path.sep, '/')}`),
    )
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

if (import.meta.main) {
  const { ladder, wrong } = checkImports(readSources(process.argv[2] ?? path.join(import.meta.dirname, '..')))
  for (const { feature, uses } of ladder) console.log(`${feature.padEnd(12)} ${uses.join(', ')}`.trimEnd())
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
