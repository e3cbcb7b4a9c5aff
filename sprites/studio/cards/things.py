"""Things held by Ducale's court, as woodcuts, in units of a card; the fist is around (191, 130)."""

from __future__ import annotations

import math
from itertools import pairwise

from sprites.studio.cards.woodcut import BRASS, INK, MARKS, OXBLOOD, PAPER, area, cut, dot, lines, placed, shade


def fist() -> str:
    text = cut(
        "M179 122C179 117 184 116 187 118L203 119C207 120 207.6 124 205.4 125.6C208 127 208 131 205.4 132"
        "C207.4 134 207 137.6 204 138.4C205 141 203 143.6 200 143.4L185 143C180 141 177 130 179 122Z",
        PAPER,
        1.9,
    )
    return text + lines(
        "M191 125L205 125.6M190 131.4L205 132M191 137.8L203 138.4M187 118C190 121 190 125 187.4 129", 1.3
    )


def sword() -> str:
    text = cut("M187 108L187 38 191 24 195 38 195 108Z", PAPER, 1.8) + lines("M191 40L191 100", 1.2)
    text += shade("M191 40L191 108 195 108 195 38Z", 0, 3.2, 1.1, 0.8)
    text += cut("M188.4 112L188.4 152 193.6 152 193.6 112Z", OXBLOOD, 1.6)
    text += cut(
        "M168 106C174 103 182 104 187 106L195 106C200 104 208 103 214 106C216 110 213 114 210 112"
        "C204 110 200 112 196 113L186 113C182 112 178 110 172 112C169 114 166 110 168 106Z",
        BRASS,
        1.8,
    )
    return text + cut(dot(191, 155, 5.4), BRASS, 1.8)


def goblet() -> str:
    text = cut("M188 104L188 148 194 148 194 104Z", BRASS, 1.7) + cut(dot(191, 108, 5), BRASS, 1.7)
    text += cut("M168 62C168 86 176 98 188 102L194 102C206 98 214 86 214 62Z", BRASS, 2)
    text += shade("M191 64L191 102 194 102C206 98 214 86 214 62Z", 0, 3.4, 1.7, 0.75, 16)
    text += cut("M168 62C174 56 208 56 214 62C208 68 174 68 168 62Z", OXBLOOD, 1.8)
    text += lines("M170.4 74C182 80 200 80 211.6 74", 1.3) + area(
        "".join(placed(MARKS["lozenge"], x, y, 4) for x, y in ((180, 84), (191, 86))), OXBLOOD
    )
    return text + area(
        placed(MARKS["star"], 178, 44, 6) + placed(MARKS["star"], 193, 34, 8) + placed(MARKS["star"], 206, 47, 5),
        BRASS,
    )


def key() -> str:
    text = cut("M188 64L188 158 194 158 194 64Z", BRASS, 1.8)
    text += "".join(cut(f"{dot(x, y, 10.5)}", BRASS, 2) for x, y in ((179.5, 54), (202.5, 54), (191, 38)))
    text += "".join(cut(dot(x, y, 4.6), PAPER, 1.6) for x, y in ((179.5, 54), (202.5, 54), (191, 38)))
    text += cut(dot(191, 51, 4.6), OXBLOOD, 1.5)
    text += cut("M184 68L198 68 198 74 184 74Z", BRASS, 1.6)
    return text + cut("M194 88L210 88 210 94 204 94 204 98 210 98 210 104 204 104 204 108 194 108Z", BRASS, 1.8)


def sceptre() -> str:
    text = cut("M188.2 66L188.2 158 193.8 158 193.8 66Z", BRASS, 1.7) + lines(
        "M188.4 84L193.6 80M188.4 92L193.6 88M188.4 100L193.6 96M188.4 108L193.6 104", 1.1
    )
    text += cut("M182 66L200 66 196 75 186 75Z", OXBLOOD, 1.6)
    text += "".join(cut(dot(x, y, 9.6), BRASS, 1.9) for x, y in ((181, 54), (201, 54), (191, 38)))
    text += cut("M189 48L186.4 67 195.6 67 193 48Z", BRASS, 1.6) + area(
        "M188.6 46L193.4 46 193.8 64 188.2 64Z", BRASS
    )
    return (
        text
        + shade(dot(201, 54, 9.6), 40, 3, 1.4, 0.6)
        + shade(dot(191, 38, 9.6), 40, 3, 1.4, 0.5)
        + area(dot(191, 50, 3.4), OXBLOOD)
    )


def mirror() -> str:
    text = cut("M188 96L187.4 152 194.6 152 194 96Z", BRASS, 1.7) + cut(dot(191, 154, 4.6), BRASS, 1.6)
    oval = "M191 34C205 34 214 47 214 64C214 81 205 96 191 96C177 96 168 81 168 64C168 47 177 34 191 34Z"
    glass = "M191 42C200 42 206.6 51 206.6 64C206.6 77 200 88 191 88C182 88 175.4 77 175.4 64C175.4 51 182 42 191 42Z"
    text += cut(oval, BRASS, 2) + cut(glass, PAPER, 1.6)
    text += shade(glass, 45, 3.4, 1.4, 0.4, 15)
    text += lines("M181 68L194 50M183.6 74L200 52", 1.5)
    return text + area(
        "".join(
            dot(191 + 19.2 * math.cos(a), 65 + 26.8 * math.sin(a), 1.8)
            for a in (i * math.tau / 14 for i in range(14))
        ),
        INK,
    )


def rose() -> str:
    text = lines("M191 156C188 130 194 110 191 84", 4.4) + lines("M191 156C188 130 194 110 191 84", 1.6, BRASS)
    for data in (
        "M191 104C198 92 210 90 218 94C216 104 204 110 192 108Z",
        "M191 116C184 102 174 102 167 106C169 115 180 121 190 120Z",
    ):
        text += cut(data, BRASS, 1.7)
    text += lines("M193 106L210 98M189 117L174 109", 1.0)
    text += cut("M180 80L176 90 186 86 191 93 196 86 206 90 202 80Z", BRASS, 1.6)
    for angle in range(5):
        a = math.radians(-90 + 72 * angle)
        text += cut(dot(191 + 12.4 * math.cos(a), 63 + 12.4 * math.sin(a), 11), OXBLOOD, 1.9)
    text += cut(dot(191, 63, 12.6), OXBLOOD, 1.7)
    text += lines(
        "M184 62C184 54 196 53 198 60C199.6 68 190 72 187 66C185.6 61 192 58 194 62C195 65 191.4 66.6 190.4 64",
        1.4,
        PAPER,
    )
    return text + lines(
        "M178 49C182 46 187 45 190 46M171 70C170 64 172 60 174 58M208 56C211 60 211 66 209 70M182 79"
        "C187 82 194 82 198 80",
        1.2,
        PAPER,
    )


def fan() -> str:
    cx, cy = 191.0, 134.0

    def rim(degrees: float, radius: float) -> str:
        a = math.radians(degrees)
        return f"{cx + radius * math.cos(a):.1f} {cy + radius * math.sin(a):.1f}"

    ribs = [-113 + 51 * i / 7 for i in range(8)]
    text = ""
    for number, (one, two) in enumerate(pairwise(ribs)):
        paint = OXBLOOD if number % 2 == 0 else PAPER
        text += cut(
            f"M{rim(one, 46)}L{rim(one, 92)}Q{rim((one + two) / 2, 98)} {rim(two, 92)}L{rim(two, 46)}Z", paint, 1.6
        )
        text += cut(f"M{rim(one + 2, 2)}L{rim(one + 1.4, 47)} {rim(two - 1.4, 47)} {rim(two - 2, 2)}Z", BRASS, 1.3)
        x, y = (float(value) for value in rim((one + two) / 2, 76).split())
        text += area(placed(MARKS["lozenge"], x, y, 3.8), BRASS if number % 2 == 0 else OXBLOOD)
    return text


def lute() -> str:
    text = cut("M186.6 84L187.6 40 194.4 40 195.4 84Z", INK, 1.7)
    text += cut("M187 42L180 25 188 22 195.4 40Z", BRASS, 1.8) + lines(
        "M180.6 33L176.6 34.6M183 27L178 26M191.4 32L195.6 29.4M189 26L193 23", 2
    )
    body = "M191 76C199 80 216 98 216 121C216 141 206 154 191 154C176 154 166 141 166 121C166 98 183 80 191 76Z"
    text += cut(body, BRASS, 2) + shade(
        "M191 76C199 80 216 98 216 121C216 141 206 154 191 154Z", 0, 3.6, 1.8, 0.6, 11
    )
    text += cut(dot(191, 112, 8), OXBLOOD, 1.6) + area(placed(MARKS["star"], 191, 112, 6), BRASS)
    text += lines("M188.6 42L186.8 140M191 42L191 140M193.4 42L195.2 140", 0.9)
    return text + cut("M180 138L202 138 202 142 180 142Z", INK, 1.2)


def falcon() -> str:
    text = cut("M196 108C202 120 206 134 210 150L200 152C196 140 190 126 188 112Z", OXBLOOD, 1.7) + lines(
        "M195 116C200 128 203 138 205 150", 1.1
    )
    body = (
        "M180 52C190 50 198 56 201 66C207 80 208 96 202 110C196 118 186 118 181 112C175 104 173 92 174 80"
        "C175 74 175 70 173 66C170 60 172 54 180 52Z"
    )
    text += cut(body, PAPER, 2)
    text += area(
        "".join(
            placed(MARKS["ermine"], x, y, 3.4) for x, y in ((180, 80), (187, 86), (180, 92), (187, 98), (183, 104))
        ),
        INK,
    )
    wing = "M196 64C206 76 212 98 208 122C204 128 200 128 199 122C192 110 188 90 191 72C192 67 194 64 196 64Z"
    text += cut(wing, OXBLOOD, 1.8) + lines(
        "M195 76C199 80 203 84 206.6 94M194 86C198 90 203 96 207.6 106M195 98C199 103 203 108 206.6 117"
        "M197.4 110C200 114 202 118 203.6 124",
        1.3,
    )
    text += cut("M172 62C168 62 165 65 165.6 71C168 69 171 69 174 69Z", BRASS, 1.5)
    text += cut(
        "M171.6 62C171 55 177 50.6 184 51.4C190 52 194 56 194.6 60C188 58 182 58 178 62C176 64 173.6 64 171.6 62Z",
        INK,
        1.4,
    )
    text += cut(dot(179.4, 63.6, 2.6), BRASS, 1.1) + area(dot(179.2, 63.8, 1.3), INK)
    text += cut("M179 46C177 40 182 37 184 41C187 37 191 40 189 45L188 52 181 52Z", BRASS, 1.4)
    return (
        text
        + lines("M184 114L183 121M190 115L190 121", 3, BRASS)
        + lines("M205 130C214 134 214 146 208 152", 1.5, OXBLOOD)
    )


def letter() -> str:
    sheet = "M164 84L212 72 222 112 174 124Z"
    text = cut(sheet, PAPER, 2) + lines("M164 84L197 100 212 72M174 124L190 96.6M222 112L198 100", 1.4)
    text += shade(sheet, 75, 3.4, 1.4, 0.3, 8) + cut("M190 105L186 117 191 114 194 118 196 105Z", OXBLOOD, 1.4)
    return text + cut(dot(195.4, 98, 7.4), OXBLOOD, 1.6) + area(placed(MARKS["star"], 195.4, 98, 4.4), BRASS)


def lantern() -> str:
    text = lines("M205 158L205 44C205 30 187 28 187 40", 6.4) + lines(
        "M205 158L205 44C205 30 187 28 187 40", 3, BRASS
    )
    text += cut("M172 62C174 52 182 47 187 46C192 47 200 52 202 62Z", INK, 1.8) + cut(dot(187, 44, 3.2), BRASS, 1.4)
    text += cut("M174 62L200 62 197.6 98 176.4 98Z", PAPER, 1.9)
    text += cut("M187 66C194 76 194.6 82 192 88C190 91.6 184 91.6 182 88C179.4 82 182 76 187 66Z", BRASS, 1.5) + area(
        "M187 75C190 80 190 84 188.6 87C187.6 88.6 186.2 88.6 185.4 87C184 84 184.4 80 187 75Z", OXBLOOD
    )
    text += lines("M180.8 62L181.8 98M193.2 62L192.2 98", 1.5)
    text += cut("M173 98L201 98 199 106 175 106Z", BRASS, 1.7)
    return text + lines("M168 70L162.6 67M167.6 80L161.6 80M168 90L162.6 93", 1.6, BRASS)


def horn() -> str:
    text = cut(
        "M176 146C192 144 203 128 202 104C201.4 84 194 70 184 56L216 34C224 58 226 92 218 116"
        "C210 140 196 154 178 154Z",
        OXBLOOD,
        2,
    )
    text += shade("M202 104C201.4 84 194 70 184 56L216 34C224 58 226 92 218 116Z", 0, 3.6, 1.8, 0.55, 14)
    text += cut("M182 58C178 48 204 28 216 32C221 38 194 62 182 58Z", BRASS, 1.9) + area(
        "M186 55C184 49 206 33 213 35C215 40 193 57 186 55Z", INK
    )
    text += cut("M197.6 82L221.4 70 222.6 79 200 90Z", BRASS, 1.7) + cut(
        "M200.6 120L214.8 126 210.6 134 196.6 127Z", BRASS, 1.7
    )
    return text + cut("M180 144.6L172 145.6 172 154.6 181 154Z", BRASS, 1.7)


def quill() -> str:
    data = "M190 132C182 116 172 100 172 78C172 54 186 32 212 22C222 42 224 66 214 88C208 102 200 114 194 130Z"
    text = cut(data, PAPER, 2)
    text += cut("M178 56C184 42 196 28 212 22C218 34 221.6 48 221 60C208 62 190 62 178 56Z", OXBLOOD, 1.6)
    text += cut(
        "M174.4 66C186 72 206 72 220.4 68C220 73 219 78 217.4 81C204 85 186 84 172.6 79C172.8 74 173.4 70 174.4 66Z",
        BRASS,
        1.6,
    )
    barbs = ""
    for step in range(1, 11):
        share = step / 11
        x, y = 189 + 17 * share**1.7, 126 - 92 * share
        reach = 15 * min(1.0, 1.5 * share, 2.4 * (1 - share) + 0.25)
        barbs += f"M{x:.1f} {y:.1f}L{x - 0.8 * reach:.1f} {y - 0.75 * reach:.1f}"
        barbs += f"M{x:.1f} {y - 3:.1f}L{x + 0.75 * reach:.1f} {y - 3 - 0.8 * reach:.1f}"
    shaft = "M187 158C188 120 190 70 209 30"
    return text + lines(barbs, 1.0) + lines(shaft, 3.2) + lines(shaft, 1.2, BRASS)
