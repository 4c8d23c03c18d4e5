/** The mark that India's food law draws: a green disc for vegetarian food, a brown triangle for all other. */
export function DietMark({ isVegetarian }: { isVegetarian: boolean }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 20 20"
      role="img"
      aria-label={isVegetarian ? 'Vegetarian' : 'Not vegetarian'}
      className={`shrink-0 ${isVegetarian ? 'text-neem-700' : 'text-haldi-700'}`}
    >
      <rect x="1" y="1" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="2" />
      {isVegetarian ? (
        <circle cx="10" cy="10" r="5" fill="currentColor" />
      ) : (
        <path d="m10 5 5.5 10h-11z" fill="currentColor" />
      )}
    </svg>
  )
}
