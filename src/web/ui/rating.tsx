import { useSettings } from '#web/hooks/use-root.ts'

/** A sample for every product, none in a real shop (SAMPLE_RATING): it is not data, and never goes into structured data. */
export function Rating({ size = 'card' }: { size?: 'card' | 'page' }) {
  if (!useSettings().sampleRating) return null
  return (
    <span
      role="img"
      aria-label="Sample rating: 4 out of 5"
      className={`inline-flex items-center gap-1.25 text-ink-mute ${size === 'page' ? 'text-sm' : 'text-xs'}`}
    >
      <span className="stars" />
      <span>(4)</span>
    </span>
  )
}
