import { type MarkKind, markKinds, wordsOfMark } from '#features/catalog/marks/marks.kinds.ts'
import { isDay } from '#shared/day.ts'

/** A mark as the seller types it. */
export interface TypedMark {
  /** Empty: not chosen yet. */
  kind: string
  number: string
  issuer: string
  /** 'YYYY-MM-DD', as a field for dates gives it. */
  validUntil: string
  /** The address of its stored certificate; empty: it has none. */
  evidence: string
}

export const noMark: TypedMark = { kind: '', number: '', issuer: '', validUntil: '', evidence: '' }

/** All marks in one text, which others can compare; empty without marks. */
export const writeTypedMarks = (marks: readonly TypedMark[]) => (marks.length === 0 ? '' : JSON.stringify(marks))
export const readTypedMarks = (text: string): TypedMark[] => (text === '' ? [] : JSON.parse(text))

export const typedMarks = (marks: readonly (Omit<TypedMark, 'evidence'> & { evidence?: string | undefined })[]) =>
  writeTypedMarks(
    marks.map(({ kind, number, issuer, validUntil, evidence = '' }) => ({
      kind,
      number,
      issuer,
      validUntil,
      evidence,
    })),
  )

export const kindOf = ({ kind }: Pick<TypedMark, 'kind'>): MarkKind | undefined => markKinds.find((one) => one === kind)
export const nameOfMark = (mark: Pick<TypedMark, 'kind'>) => {
  const kind = kindOf(mark)
  return kind ? wordsOfMark(kind).name : ''
}

/** "Handloom Mark, HLM 23/004417, Textiles Committee, until 2027-03-31, without a certificate; …" */
export const typedMarksText = (text: string) =>
  readTypedMarks(text)
    .map((mark) =>
      [
        ...[nameOfMark(mark), mark.number, mark.issuer, mark.validUntil && `until ${mark.validUntil}`],
        mark.evidence === '' ? 'without a certificate' : '',
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')

/** What is sent. */
export const toMarks = (text: string) =>
  readTypedMarks(text).map(({ kind, number, issuer, validUntil }) => ({
    ...{ kind, number: number.trim(), validUntil },
    ...(issuer.trim() === '' ? {} : { issuer: issuer.trim() }),
  }))

export type MarkProblems = Partial<Record<'kind' | 'number' | 'issuer' | 'validUntil', string>>

/** What is wrong in each field of one mark. */
export function markProblems(marks: readonly TypedMark[], at: number): MarkProblems {
  const mark = marks[at] ?? noMark
  const kind = kindOf(mark)
  const isTwice = kind !== undefined && marks.findIndex((one) => one.kind === kind) < at
  const hasIssuer = mark.issuer.trim() !== '' || (kind !== undefined && wordsOfMark(kind).issuer !== undefined)
  return {
    ...(kind === undefined ? { kind: 'Choose what the mark is' } : {}),
    ...(isTwice ? { kind: 'A product has each mark only once' } : {}),
    ...(mark.number.trim() === '' ? { number: 'Enter the number of the mark' } : {}),
    ...(hasIssuer ? {} : { issuer: 'Enter who issued the mark' }),
    ...(isDay(mark.validUntil) ? {} : { validUntil: 'Enter the day until which it is valid' }),
  }
}

/** A mark's fields stand in the form by these names, in this order. */
const fieldNames = { kind: 'markKind', number: 'markNumber', issuer: 'markIssuer', validUntil: 'markUntil' } as const
export const nameOfField = (field: keyof MarkProblems, at: number) => fieldNames[field] + at

/** The name of the first field with something wrong in it. */
export function firstWrongField(marks: readonly TypedMark[]) {
  const names = marks.flatMap((_, at) => {
    const problems = markProblems(marks, at)
    const fields = (['kind', 'number', 'issuer', 'validUntil'] as const).filter((field) => problems[field])
    return fields.map((field) => nameOfField(field, at))
  })
  return names[0] ?? nameOfField('kind', 0)
}

export function typedMarksProblem(text: string) {
  const marks = readTypedMarks(text)
  const isWrong = marks.some((_, at) => Object.keys(markProblems(marks, at)).length > 0)
  return isWrong ? 'Fill in each mark, or take it away' : undefined
}
