import { readFile } from 'node:fs/promises'

export interface Copy {
  /** The stage; undefined for this project. */
  from: string | undefined
  sources: string[]
  target: string
}

/** The parts of the Dockerfile that need no engine. Throws where it has another form. */
export async function readDockerfile(file: string) {
  const text = (await readFile(file, 'utf8')).replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const stages: Record<string, Copy[]> = {}
  const env: Record<string, string> = {}
  const runs: string[] = []
  let healthCheck: string[] | undefined
  let command: string[] | undefined
  let stage = ''
  for (const line of text.split('\n')) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') {
      stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      stages[stage] = []
    } else if (word === 'COPY') stages[stage]?.push(readCopy(rest))
    else if (word === 'RUN') runs.push(rest)
    else if (word === 'ENV') for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) env[name] = value
    else if (word === 'HEALTHCHECK') healthCheck = readList(rest.replace(/^.* CMD /, ''))
    else if (word === 'CMD') command = readList(rest)
  }
  const install = runs.find((run) => run.startsWith('npm ci '))?.split(' ')
  if (!healthCheck || !command || !install) throw new Error(`${file} has another form`)
  return { stages, env, runs, install, healthCheck, command }
}

/** In the form without a shell: a list in JSON. */
const readList = (text: string): string[] => JSON.parse(text)

function readCopy(rest: string): Copy {
  const [, from, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? []
  const words = paths.split(' ')
  return { from, sources: words.slice(0, -1), target: words.at(-1) ?? '' }
}
