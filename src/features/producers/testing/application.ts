/** What an applicant sends. */
export const application = {
  name: 'Bina Handloom Collective',
  location: 'Imphal',
  country: 'India',
  story: 'Eleven women weave eri silk on loin looms.\nEach signs her work.',
  profileImageUrl: 'https://pictures.example/bina.jpg',
  coverImageUrl: 'http://pictures.example/loom.jpg?w=2',
  yearsInBusiness: 7,
  specialties: 'eri silk, natural dye ,',
  email: 'Bina@Example.com',
  mobileNumber: '+91 98450 12345',
}
