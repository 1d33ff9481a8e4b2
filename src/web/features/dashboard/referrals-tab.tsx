export default function ReferralsTab() {
  return null
}
