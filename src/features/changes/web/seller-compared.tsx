import type { ReactNode } from 'react'
import { nameLang } from '#shared/name-lang.ts'
import { comparedText, compareLines, type Line } from '../changes.lines.ts'

/** Both sides in two columns; one below the other on a narrow screen. */
export function Sides({
  title,
  now,
  wanted,
  about,
}: {
  title: string
  now: ReactNode
  wanted: ReactNode
  about?: string
}) {
  return (
    <div className="grid border-line border-t md:grid-cols-2">
      <div className="min-w-0 p-4 nav:px-5">
        <h3 className="heading-plain mb-2 text-ink-soft text-sm">{title}</h3>
        {now}
      </div>
      <div className="min-w-0 border-line bg-neel-50 p-4 max-md:border-t md:border-l nav:px-5">
        <h3 className="heading-plain mb-2 text-ink-soft text-sm">
          <span className="md:hidden">Wanted by the maker: </span>
          <span>{about ? `${title}: ${about}` : title}</span>
        </h3>
        {wanted}
      </div>
    </div>
  )
}

/** Texts side by side: what is added is underlined, what is gone is struck, and both are read out. */
export function ComparedTexts({
  title,
  now,
  wanted,
  isList = false,
}: {
  title: string
  now: readonly string[]
  wanted: readonly string[]
  isList?: boolean
}) {
  const compared = compareLines(now, wanted)
  return (
    <Sides
      title={title}
      about={comparedText(compared)}
      now={<Lines lines={compared.now} isList={isList} />}
      wanted={<Lines lines={compared.wanted} isList={isList} />}
    />
  )
}

function Lines({ lines, isList }: { lines: readonly Line[]; isList: boolean }) {
  if (lines.length === 0) return <p className="text-ink-mute text-sm">Nothing</p>
  const rows = lines.map((line, at) => ({ key: `${at} ${line.map(({ text }) => text).join('')}`, line }))
  if (!isList)
    return rows.map(({ key, line }) => (
      <p key={key} className="wrap-anywhere min-h-4">
        <Parts line={line} />
      </p>
    ))
  return (
    <ul className="list-disc pl-4.5">
      {rows.map(({ key, line }) => (
        <li key={key} className="wrap-anywhere">
          <Parts line={line} />
        </li>
      ))}
    </ul>
  )
}

const Parts = ({ line }: { line: Line }) =>
  line.map(({ text, is }, at) => {
    const key = `${at} ${text}`
    const words = <span lang={nameLang(text)}>{text}</span>
    if (is === 'same') return <span key={key}>{words}</span>
    if (is === 'gone')
      return (
        <del key={key} className="text-ink-mute line-through">
          <span className="sr-only">gone: </span>
          {words}
        </del>
      )
    return (
      <ins key={key} className="bg-neem-100 underline decoration-neem-700 underline-offset-4">
        <span className="sr-only">added: </span>
        {words}
      </ins>
    )
  })
