cask "segue" do
  version "@VERSION@"
  sha256 "@SHA256@"

  url "@ADDRESS@/releases/download/v#{version}/Segue-#{version}-macos-arm64.dmg"
  name "Segue"
  desc "Composition program that continues your music with a local model"
  homepage "@ADDRESS@"

  depends_on arch: :arm64
  depends_on macos: ">= :sonoma"

  app "Segue.app"
  binary "#{appdir}/Segue.app/Contents/MacOS/segue"

  zap trash: [
    "~/Library/Application Support/Segue",
    "~/Library/Caches/Segue",
    "~/Library/Logs/Segue",
    "~/Library/Preferences/Segue",
  ]
end
