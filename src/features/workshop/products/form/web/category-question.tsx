import { Link } from 'react-router'
import { categories } from '#features/catalog/catalog.categories.ts'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Picture } from '#web/ui/picture.tsx'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { Question } from './question.tsx'

interface CategoryQuestionProps {
  category: string
  error?: string | undefined
  /** Of this form: without scripts a link shows the questions of a category. */
  page: string
  onChange: (category: string) => void
}

const look =
  'grid h-full cursor-pointer content-start overflow-hidden rounded-xs border-2 border-line bg-kora text-center text-xs leading-snug'

/** By picture, in two rows of four. */
export function CategoryQuestion({ category, error, page, onChange }: CategoryQuestionProps) {
  const say = usePieceWords()
  const hydrated = useHydrated()
  return (
    <Question name="category" title={say.whatKind} error={error} isGroup>
      {() => (
        <div className="grid grid-cols-4 gap-2">
          {categories.map(({ path, picture }) => {
            const content = (
              <>
                <Picture
                  picture={{ ...sitePicture(picture), alt: '' }}
                  alt=""
                  sizes="140px"
                  maxWidth={320}
                  className="aspect-square"
                />
                <span className="hyphens-auto px-0.5 py-1.5">{say.categories[path]}</span>
              </>
            )
            return hydrated ? (
              <label
                key={path}
                className={`${look} has-checked:border-neel-700 has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-neel-700 has-focus-visible:outline-offset-2`}
              >
                <input
                  type="radio"
                  name="category"
                  value={path}
                  checked={category === path}
                  onChange={() => onChange(path)}
                  className="sr-only"
                />
                {content}
              </label>
            ) : (
              <Link
                key={path}
                to={`${page}?category=${path}`}
                aria-current={category === path ? 'true' : undefined}
                className={`${look} aria-[current]:border-neel-700 aria-[current]:font-semibold`}
              >
                {content}
              </Link>
            )
          })}
        </div>
      )}
    </Question>
  )
}
