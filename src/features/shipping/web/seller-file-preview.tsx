import { useState } from 'react'
import { columnLetter } from '#shared/reading/column-letter.ts'
import { Button } from '#web/ui/button.tsx'
import { selectLook } from '#web/ui/field.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { FileColumns } from '../courier-file.contract.ts'
import type { columnsOf, FileColumn, FileKind } from '../courier-file.kinds.ts'

export interface Preview {
  rows: string[][]
  columns: FileColumns
  isRemembered: boolean
}

interface FilePreviewProps {
  name: string
  wanted: (typeof columnsOf)[FileKind]
  preview: Preview
  busy: boolean
  percent: number | undefined
  failure: string | undefined
  onCheck: (columns: FileColumns) => void
}

/** A select over each column says what it holds. */
export function FilePreview({ name, wanted, preview, busy, percent, failure, onCheck }: FilePreviewProps) {
  const { rows } = preview
  const [columns, setColumns] = useState(preview.columns)
  const width = Math.max(...rows.map((row) => row.length))
  const missing = wanted.filter((column) => column.isNeeded && columns[column.name] === undefined)
  const places = Array.from({ length: width }, (_, at) => at)

  /** A column holds one kind of thing, and each kind is in one column. */
  function choose(at: number, chosen: FileColumn | undefined) {
    const next = { ...columns }
    for (const { name: other } of wanted) if (next[other] === at || other === chosen) delete next[other]
    if (chosen) next[chosen] = at
    setColumns(next)
  }

  return (
    <Panel aria-labelledby="columns" className="mt-5 min-w-0">
      <div className="grid gap-1 p-5 pb-4">
        <h2 id="columns" className="heading-plain text-lg">
          Which column is what?
        </h2>
        <p className="wrap-anywhere text-ink-soft text-sm">
          The first lines of <b>{name}</b>. Your choice is remembered for the next file with these columns.
        </p>
        <label className="mt-1 flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={columns.heading}
            onChange={(event) => setColumns({ ...columns, heading: event.currentTarget.checked })}
            className="size-5"
          />
          The first line names the columns
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <section aria-label="First lines of the file" tabIndex={0} className="overflow-x-auto border-line border-y">
        <table className="w-full text-sm">
          <thead className="bg-kora">
            <tr>
              {places.map((at) => {
                const chosen = wanted.find((column) => columns[column.name] === at)
                return (
                  <th key={at} scope="col" className="min-w-44 px-3 py-2.5 text-left align-top font-semibold">
                    <label>
                      <span className="mb-1 block text-ink-soft">Column {columnLetter(at)}</span>
                      <select
                        value={chosen?.name ?? ''}
                        onChange={({ currentTarget: { value } }) =>
                          choose(at, wanted.find((column) => column.name === value)?.name)
                        }
                        className={selectLook}
                      >
                        <option value="">Not read</option>
                        {wanted.map((column) => (
                          <option key={column.name} value={column.name}>
                            {column.label}
                          </option>
                        ))}
                      </select>
                    </label>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file do not move
              <tr key={line} className={`border-line border-t ${columns.heading && line === 0 ? 'text-ink-mute' : ''}`}>
                {places.map((at) => (
                  <td key={at} className="figures wrap-anywhere px-3 py-2">
                    <bdi>{row[at]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="grid justify-items-start gap-3 p-5">
        <Refusal message={failure} />
        {missing.length > 0 && (
          <p role="status" className="text-sm">
            Still to choose: {missing.map((column) => column.label.toLowerCase()).join(', ')}.
          </p>
        )}
        <Button
          disabled={missing.length > 0}
          busy={busy}
          busyLabel={percent === undefined || percent === 100 ? 'Checking the lines' : `Uploading ${percent}%`}
          onClick={() => onCheck(columns)}
        >
          Check the file
        </Button>
      </div>
    </Panel>
  )
}
