/**
 * `checking`, `saving` and `undoing` are at work. `checked` waits for a seller; `refused` wrote nothing; `failed` says in its message what it did.
 */
export const importStates = ['checking', 'checked', 'saving', 'done', 'refused', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

interface ImportMove {
  from: readonly ImportState[]
  by: 'seller' | 'shop'
}

/** Every move, by the state it leads to. */
export const importMoves: Readonly<Record<Exclude<ImportState, 'checking'>, ImportMove>> = {
  checked: { from: ['checking'], by: 'shop' },
  // A seller gives the word; without a check writing begins once the file is read.
  saving: { from: ['checked', 'checking'], by: 'seller' },
  done: { from: ['saving'], by: 'shop' },
  // The file has mistakes, or nobody gave the word in time.
  refused: { from: ['checking', 'checked'], by: 'shop' },
  // Interrupted: what is written can be undone, and an undo can begin again.
  failed: { from: ['checking', 'saving', 'undoing'], by: 'shop' },
  undoing: { from: ['done', 'failed'], by: 'seller' },
  undone: { from: ['undoing'], by: 'shop' },
}
