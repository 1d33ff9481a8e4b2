export default function StatsTab() {
  return null
}
