cask "tablier" do
  arch arm: "arm64", intel: "x86_64"

  version "{{version}}"
  sha256 arm:   "{{arm64_sum}}",
         intel: "{{x86_64_sum}}"

  url "{{folder}}/Tablier-#{version}-macos-#{arch}.zip"
  name "Tablier"
  desc "Rare table games, against a friend or the computer"
  homepage "{{homepage}}"

  depends_on macos: ">= :big_sur"

  app "Tablier.app"

  zap trash: [
    "~/Library/Application Support/tablier",
    "~/Library/Caches/tablier",
    "~/Library/Logs/tablier",
  ]
end
