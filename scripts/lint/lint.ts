import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Biome's findings, by this repository's rules, for a file with this text at this place. */
export async function lint(place: string, text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-lint-'))
  try {
    for (const file of ['biome.json', 'scripts/lint'])
      await cp(path.join(root, file), path.join(folder, file), { recursive: true })
    const file = path.join(folder, place)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
    return await new Promise<string>((resolve) => {
      const options = { cwd: folder, encoding: 'utf8' as const }
      const biome = path.join(root, 'node_modules/.bin/biome')
      execFile(biome, ['lint', '--vcs-enabled=false', '--max-diagnostics=none', place], options, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
