import { Link } from 'react-router'
import { formatDay, readDay } from '#shared/day.ts'
import type { Mark } from '../marks.contract.ts'

/** What is certified of a product, each with its certificate. */
export const ProductMarks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && (
    <section aria-labelledby="marks">
      <h2 id="marks" className="mb-3 text-xl">
        Marks, with proof
      </h2>
      <ul className="grid gap-3">
        {marks.map(({ kind, name, certifies, issuer, number, validUntil, evidence }) => (
          <li key={kind} className="flex gap-3.5 bg-kora px-4 py-3.5">
            <span className="seal size-10 flex-none text-2xl" />
            <div className="wrap-anywhere min-w-0">
              <h3 className="heading-plain text-base leading-snug">{name}</h3>
              <p className="text-ink-soft text-sm">
                {`${certifies} ${issuer}, ${number}, valid until ${formatDay(readDay(validUntil))}.`}
              </p>
              <p className="flex flex-wrap gap-x-5 text-sm">
                <Link to={`/marks#${kind}`} className="link touch" aria-label={`What it means: ${name}`}>
                  What it means
                </Link>
                {/* A file of the server, not a page. */}
                <a
                  href={evidence}
                  target="_blank"
                  rel="noreferrer"
                  className="link touch"
                  aria-label={`See the proof: ${name}`}
                >
                  See the proof
                </a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
