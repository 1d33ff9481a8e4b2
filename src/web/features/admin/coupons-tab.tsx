export default function CouponsTab() {
  return null
}
