import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { Part } from '../../edit/web/seller-product-part.tsx'
import { firstWrongField, noMark, readTypedMarks, type TypedMark, writeTypedMarks } from '../typed-marks.ts'
import { MarkFields } from './seller-mark-fields.tsx'

/** Chosen certificates that are not sent yet, by the kind of their mark. */
export type ChosenEvidence = ReadonlyMap<string, File>

interface MarksPartProps {
  /** As `writeTypedMarks` wrote them. */
  value: string
  error: string | undefined
  chosen: ChosenEvidence
  onChange: (value: string) => void
  onChoose: (chosen: ChosenEvidence) => void
}

/** What the product claims, each with its certificate. */
export function MarksPart({ value, error, chosen, onChange, onChoose }: MarksPartProps) {
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLDivElement>(null)
  const marks = readTypedMarks(value)
  const write = (next: readonly TypedMark[]) => onChange(writeTypedMarks(next))
  const focusOn = (what: string, at?: number) => {
    const row = at === undefined ? addButton.current : list.current?.children[at]
    row?.querySelector<HTMLElement>(what)?.focus()
  }

  /** A chosen file goes with its mark when somebody chooses another kind. */
  function change(at: number, part: Partial<TypedMark>) {
    const before = marks[at] ?? noMark
    const file = chosen.get(before.kind)
    if (part.kind !== undefined && part.kind !== before.kind) {
      const others = [...chosen].filter(([kind]) => kind !== before.kind)
      onChoose(new Map(file && part.kind !== '' ? [...others, [part.kind, file]] : others))
    }
    // A stored certificate belongs to the kind with which it was sent.
    const evidence = part.kind === undefined ? {} : { evidence: '' }
    write(marks.with(at, { ...before, ...evidence, ...part }))
  }
  function add() {
    flushSync(() => write([...marks, noMark]))
    focusOn('select', marks.length)
  }
  function remove(at: number) {
    const kind = marks[at]?.kind
    flushSync(() => {
      onChoose(new Map([...chosen].filter(([one]) => one !== kind)))
      write(marks.toSpliced(at, 1))
    })
    focusOn('button')
  }

  return (
    <Part
      title="Marks"
      hint="What you claim of the product, such as Handloom Mark or organic. Shoppers see a mark from the day on which its certificate is here until its last day."
    >
      {/* What the form judges is all of them together; who is led here by a mistake comes to the first wrong field. */}
      <input
        name="marks"
        value={value}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onFocus={() => list.current?.querySelector<HTMLElement>(`[name="${firstWrongField(marks)}"]`)?.focus()}
      />
      {marks.length > 0 && (
        <ul ref={list} className="mt-5 grid gap-5">
          {marks.map((mark, at) => (
            <MarkFields
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing else of a mark stays while it is typed
              key={at}
              marks={marks}
              at={at}
              isJudged={error !== undefined}
              file={chosen.get(mark.kind)}
              onChange={(part) => change(at, part)}
              onChoose={(file) => onChoose(new Map([...chosen, [mark.kind, file]]))}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      <div ref={addButton} className="mt-4.5">
        <Button variant="line" size="sm" onClick={add}>
          Add a mark
        </Button>
      </div>
    </Part>
  )
}
