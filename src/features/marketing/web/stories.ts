/** The two sample stories (fictional, as the demo catalogue's producers are). */
export const stories = [
  {
    picture: '/pictures/producer-potter-portrait.svg',
    alt: 'A potter shapes a water pot on her wheel',
    quote: 'The wheel was my mother’s. I changed the shapes; the clay still comes from the same pond.',
    producer: { _id: 'matti-pottery-collective', name: 'Matti Pottery Collective' },
    name: 'Savita Prajapati',
    about: 'Potter, Matti Pottery Collective, Khurja, Uttar Pradesh',
    more: 'Savita learned on a family wheel, like the three potters she began with. Twenty-six people share the kiln today, and nothing leaves the yard that they would not use in their own kitchen.',
  },
  {
    picture: '/pictures/producer-weaver-portrait.svg',
    alt: 'A weaver works a striped dhurrie on an upright loom',
    quote: 'A loom takes up the whole room. You arrange your life around it.',
    producer: { _id: 'charkha-weavers-cooperative', name: 'Charkha Weavers’ Cooperative' },
    name: 'Kishan Lal',
    about: 'Weaver, Charkha Weavers’ Cooperative, Maheshwar, Madhya Pradesh',
    more: 'The weavers set the price together and keep their own order book. Yarn is spun in nearby villages and dyed in the courtyard with indigo, madder and pomegranate rind.',
  },
] as const
export type Story = (typeof stories)[number]
