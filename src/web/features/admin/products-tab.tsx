export default function ProductsTab() {
  return null
}
