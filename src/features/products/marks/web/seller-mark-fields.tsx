import { useId } from 'react'
import { markKinds, wordsOfMark } from '#features/catalog/marks/marks.kinds.ts'
import { MAX_ISSUER, MAX_NUMBER } from '#features/catalog/marks/marks.rules.ts'
import { formatDay, indianDay, isDay, readDay } from '#shared/day.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { kindOf, markProblems, nameOfField, nameOfMark, noMark, type TypedMark } from '../typed-marks.ts'

interface MarkFieldsProps {
  marks: readonly TypedMark[]
  at: number
  /** The form was sent with something wrong among the marks. */
  isJudged: boolean
  /** A chosen certificate, not sent yet. */
  file: File | undefined
  onChange: (part: Partial<TypedMark>) => void
  onChoose: (file: File) => void
  onRemove: () => void
}

/** One mark of the product, and its certificate. */
export function MarkFields({ marks, at, isJudged, file, onChange, onChoose, onRemove }: MarkFieldsProps) {
  const mark = marks[at] ?? noMark
  const kind = kindOf(mark)
  const usual = kind && wordsOfMark(kind).issuer
  const problems = isJudged ? markProblems(marks, at) : {}
  const name = nameOfMark(mark)
  return (
    <li>
      <fieldset className="grid items-start gap-x-4 gap-y-4.5 border-line border-t pt-4.5 sm:grid-cols-2">
        <legend className="sr-only">{name === '' ? `Mark ${at + 1}` : name}</legend>
        <SelectField
          name={nameOfField('kind', at)}
          label="What it is"
          value={mark.kind}
          error={problems.kind}
          hint={kind && wordsOfMark(kind).certifies}
          onChange={({ target }) => onChange({ kind: target.value })}
        >
          <option value="">Choose</option>
          {markKinds.map((one) => (
            <option key={one} value={one}>
              {wordsOfMark(one).name}
            </option>
          ))}
        </SelectField>
        <TextField
          name={nameOfField('number', at)}
          label="Its number"
          hint="As it stands on the certificate"
          autoComplete="off"
          maxLength={MAX_NUMBER}
          value={mark.number}
          error={problems.number}
          onChange={({ target }) => onChange({ number: target.value })}
        />
        <TextField
          name={nameOfField('issuer', at)}
          label="Issued by"
          hint={usual && `Empty: ${usual}`}
          autoComplete="off"
          maxLength={MAX_ISSUER}
          value={mark.issuer}
          error={problems.issuer}
          onChange={({ target }) => onChange({ issuer: target.value })}
        />
        <TextField
          name={nameOfField('validUntil', at)}
          type="date"
          label="Valid until"
          hint="Its last day, which counts as a whole"
          value={mark.validUntil}
          error={problems.validUntil}
          onChange={({ target }) => onChange({ validUntil: target.value })}
        />
        <div className="grid gap-2 sm:col-span-2">
          <Certificate mark={mark} file={file} onChoose={onChoose} />
          <div>
            <Button variant="quiet" size="sm" className="-ml-3 min-h-11" onClick={onRemove}>
              Take away<span className="sr-only">{` ${name === '' ? `mark ${at + 1}` : name}`}</span>
            </Button>
          </div>
        </div>
      </fieldset>
    </li>
  )
}

function Certificate({ mark, file, onChoose }: Pick<MarkFieldsProps, 'file' | 'onChoose'> & { mark: TypedMark }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="font-semibold text-sm leading-snug">
        Certificate
      </label>
      <p id={`${id}-hint`} className="text-ink-mute text-sm leading-hint">
        A picture or a PDF, at most 10 MB. Everybody can open it while the mark is valid.
      </p>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,application/pdf"
        aria-describedby={`${id}-hint ${id}-state`}
        disabled={mark.kind === ''}
        className="min-h-11 w-full min-w-0 py-2"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // So that the same file can be chosen again; the line below names it.
          currentTarget.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
      <p id={`${id}-state`} className="wrap-anywhere text-sm">
        <span>{stateOf(mark, file)}</span>{' '}
        {mark.evidence !== '' && (
          <a href={mark.evidence} target="_blank" rel="noreferrer" className="link">
            See the certificate
          </a>
        )}
      </p>
    </>
  )
}

function stateOf({ validUntil, evidence }: TypedMark, file: File | undefined) {
  if (file) return `${file.name} is sent when you save.`
  if (evidence === '') return 'Not shown yet: its evidence is missing.'
  if (!isDay(validUntil)) return ''
  const day = formatDay(readDay(validUntil))
  return validUntil < indianDay(new Date()) ? `Not shown any more: it ended on ${day}.` : `Shown until ${day}.`
}
