"""Words in encodings that no file names: read as they are, or given back byte by byte."""

from dataclasses import replace

import mido
import pytest

from engine.form.reworded import with_encoding
from engine.midi.file.midifile import export_midi, read_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.encodings import ENCODINGS, Encoding, guess
from engine.values.score import Score
from engine.values.texts import from_utf8, in_utf8
from tests.midi.files import file_of, tune

_TEXTS = {
    "greek": """Το πρωί ξυπνάω νωρίς και ανοίγω το παράθυρο για να δω τη θάλασσα. Τα καράβια
        φεύγουν αργά από το λιμάνι και οι γλάροι πετούν πάνω από τα κύματα. Η μητέρα μου
        φτιάχνει καφέ στην κουζίνα και τραγουδάει ένα παλιό τραγούδι για την αγάπη που έφυγε
        μακριά. Όταν έρθει το βράδυ καθόμαστε όλοι μαζί στην αυλή κάτω από τα αστέρια και
        μιλάμε ως αργά.""",
    "hebrew": """בבוקר אני קם מוקדם ופותח את החלון כדי לראות את הים. הספינות יוצאות לאט מן
        הנמל והציפורים עפות מעל הגלים. אמא שלי מכינה קפה במטבח ושרה שיר ישן על אהבה שהלכה
        רחוק. בערב אנחנו יושבים כולם יחד בחצר מתחת לכוכבים ומדברים עד מאוחר בלילה על הימים
        שהיו ועל אלה שיבואו.""",
    "turkish": """Sabah erken kalkıyorum ve denizi görmek için pencereyi açıyorum. Gemiler
        limandan yavaşça ayrılıyor, martılar dalgaların üstünde uçuyor. Annem mutfakta kahve
        yapıyor ve uzağa giden bir aşk için eski bir şarkı söylüyor. Akşam olunca hepimiz
        bahçede yıldızların altında oturuyoruz ve gece geç saatlere kadar konuşuyoruz.
        Çocuklar ağaçların arasında koşuşuyor.""",
    "czech": """Ráno vstávám brzy a otevírám okno, abych viděl řeku. Lodě pomalu odplouvají z
        přístavu a ptáci létají nad vlnami. Maminka vaří v kuchyni kávu a zpívá starou píseň o
        lásce, která odešla daleko. Když přijde večer, sedíme všichni společně na dvoře pod
        hvězdami a mluvíme dlouho do noci. Děti běhají mezi stromy a smějí se, až se žluté
        listí třese.""",
    "polish": """Rano wstaję wcześnie i otwieram okno, żeby zobaczyć rzekę. Łodzie powoli
        odpływają z przystani, a ptaki latają nad falami. Mama gotuje w kuchni kawę i śpiewa
        starą pieśń o miłości, która odeszła daleko. Kiedy przyjdzie wieczór, siedzimy wszyscy
        razem na podwórzu pod gwiazdami i rozmawiamy aż do późnej nocy. Dzieci biegają między
        drzewami i śmieją się.""",
    "hungarian": """Reggel korán kelek és kinyitom az ablakot, hogy lássam a folyót. A hajók
        lassan elindulnak a kikötőből, és a madarak a hullámok fölött repülnek. Édesanyám
        kávét főz a konyhában, és egy régi dalt énekel a messzire tűnt szerelemről. Amikor
        eljön az este, mindannyian az udvaron ülünk a csillagok alatt, és késő éjszakáig
        beszélgetünk.""",
    "russian": """Утром я встаю рано и открываю окно, чтобы увидеть реку. Корабли медленно
        уходят из гавани, и птицы летают над волнами. Мама варит на кухне кофе и поёт старую
        песню о любви, которая ушла далеко. Когда приходит вечер, мы все вместе сидим во дворе
        под звёздами и разговариваем до поздней ночи. Дети бегают между деревьями и громко
        смеются.""",
    "lithuanian": """Rytą keliuosi anksti ir atidarau langą, kad pamatyčiau upę. Laivai lėtai
        išplaukia iš uosto, o paukščiai skraido virš bangų. Mama virtuvėje verda kavą ir
        dainuoja seną dainą apie meilę, kuri išėjo toli. Kai ateina vakaras, visi kartu sėdime
        kieme po žvaigždėmis ir šnekamės iki vėlumos. Vaikai bėgioja tarp medžių ir garsiai
        juokiasi.""",
    "french": """Le matin je me lève tôt et j'ouvre la fenêtre pour voir la rivière. Les
        bateaux quittent lentement le port où les mouettes s'élèvent au-dessus des vagues. Ma
        mère prépare le café à la cuisine et chante une vieille mélodie qui parle d'un amour
        très éloigné. Le soir arrivé, nous dînons près du châtaignier, sous les étoiles,
        jusqu'à la nuit bien avancée.""",
    "german": """Am Morgen stehe ich früh auf und öffne das Fenster, um den Fluss zu hören.
        Die Schiffe gehen gemächlich aus dem Hafen, und Möwen fliegen über die Wellen. Die
        Mutter kocht in der Küche Kaffee und singt ein altes Lied über die Liebe, die so weit
        weg über die Flüsse ging. Am Abend sitzen wir draußen unter den schönen Bäumen und
        erzählen bis spät.""",
    "swedish": """På morgonen går jag upp tidigt och öppnar fönstret för att se på ån. Båtarna
        lämnar sakta hamnen och måsarna flyger över vågorna. Mor kokar kaffe i köket och
        sjunger en gammal sång om kärleken som försvann långt bort. När kvällen kommer sitter
        vi alla på gården under stjärnorna och pratar länge. Barnen springer mellan träden och
        skrattar högt.""",
    "thai": """ตอนเช้าฉันตื่นเร็ว แล้วเปิดหน้าต่าง เพื่อดูแม่น้ำ เรือออกจากท่าช้าๆ
        และนกบินเหนือคลื่น แม่ชงกาแฟในครัว และร้องเพลงเก่า เกี่ยวกับความรักที่จากไปไกล
        เมื่อถึงตอนเย็น เราทุกคนนั่งด้วยกัน ในสวน ใต้แสงดาว และคุยกันจนดึก เด็กๆ
        วิ่งเล่นระหว่างต้นไม้ และหัวเราะเสียงดัง""",
    "japanese": """朝は 早く 起きて 窓を 開け 川を 見る 船は ゆっくり 港を 出て 鳥は 波の 上を
        飛ぶ 母は 台所で コーヒーを いれ 遠くへ 行った 恋の 古い 歌を うたう 夜に なると
        みんなで 庭に 座り 星の 下で 遅くまで 話す 子どもたちは 木の 間を 走り 大きな 声で
        笑う""",
    "chinese": """早上 我 很早 起来 打开 窗户 看 那条 河 船 慢慢 离开 港口 鸟 在 波浪 上 飞
        妈妈 在 厨房 煮 咖啡 唱着 一首 老歌 说的 是 走远的 爱情 晚上 我们 大家 一起 坐在
        院子里 星星 下面 谈话 到 很晚 孩子们 在 树 中间 跑 大声 地 笑""",
    "traditional": """早上 我 很早 起來 打開 窗戶 看 那條 河 船 慢慢 離開 港口 鳥 在 波浪 上
        飛 媽媽 在 廚房 煮 咖啡 唱著 一首 老歌 說的 是 走遠的 愛情 晚上 我們 大家 一起 坐在
        院子裡 星星 下面 談話 到 很晚 孩子們 在 樹 中間 跑 大聲 地 笑""",
    "korean": """아침에 나는 일찍 일어나 강을 보려고 창문을 연다 배는 천천히 항구를 떠나고
        새들은 물결 위를 난다 어머니는 부엌에서 커피를 끓이며 멀리 떠난 사랑의 옛 노래를
        부른다 저녁이 오면 우리는 모두 함께 마당에 앉아 별 아래에서 늦게까지 이야기한다
        아이들은 나무 사이를 달리며 웃는다""",
}
_IN = {
    "greek": "cp1253 iso8859-7 cp737 mac_greek",
    "hebrew": "cp1255 iso8859-8 cp862",
    "turkish": "cp1254 iso8859-9 cp857 mac_turkish",
    "czech": "cp1250 iso8859-2 cp852 mac_latin2",
    "polish": "cp1250 iso8859-2 cp852 mac_latin2",
    "hungarian": "cp1250 iso8859-2 cp852 mac_latin2",
    "russian": "cp1251 koi8-r cp866 mac_cyrillic iso8859-5",
    "lithuanian": "cp1257 iso8859-13 cp775",
    "french": "cp1252 mac_roman cp850 cp437",
    "german": "cp1252 mac_roman cp850 cp437",
    "swedish": "cp1252 mac_roman cp850 cp437",
    "thai": "cp874 tis-620",
    "japanese": "shift_jis euc_jp",
    "chinese": "gbk",
    "traditional": "big5",
    "korean": "euc_kr",
}
_CASES = [(text, encoding) for text, encodings in _IN.items() for encoding in encodings.split()]
_SYLLABLE = 3
_QUARTER = 480


def _syllables(text: str) -> list[str]:
    """Return a text as karaoke files have it: pieces of words, a space before each word."""
    return [
        (" " if at == 0 else "") + word[at : at + _SYLLABLE]
        for word in text.split()
        for at in range(0, len(word), _SYLLABLE)
    ]


def _file(syllables: list[str], encoding: str, *, title: str = "") -> bytes:
    words = [
        (_QUARTER * number, mido.UnknownMetaMessage(0x05, data=tuple(text.encode(encoding))))
        for number, text in enumerate(syllables)
    ]
    name = mido.UnknownMetaMessage(0x03, data=tuple(title.encode(encoding)))
    notes = tune(*[60] * len(syllables))
    events = sorted([*words, *notes], key=lambda event: event[0])
    return file_of([(0, name)], [(0, name), *events])


def _words(score: Score) -> list[bytes]:
    return [other.data for track in score.tracks for other in track.others if other.kind == 0x05]


@pytest.mark.parametrize(("text", "encoding"), _CASES)
def test_a_song_of_200_syllables_is_read_in_each_encoding(text: str, encoding: str) -> None:
    syllables = _syllables(_TEXTS[text])
    title = _TEXTS[text].split()[0]
    reading = read_midi(_file(syllables, encoding, title=title))
    assert [word.decode() for word in _words(reading.score)] == syllables
    assert reading.score.title == reading.score.tracks[0].name == title
    assert reading.warnings == ()


@pytest.mark.parametrize(("text", "encoding"), _CASES)
def test_of_twelve_syllables_nothing_is_lost(text: str, encoding: str) -> None:
    syllables = _syllables(_TEXTS[text])[:12]
    reading = read_midi(_file(syllables, encoding))
    if [word.decode() for word in _words(reading.score)] == syllables:
        return
    assert any("encoding" in warning for warning in reading.warnings)
    again = export_midi(reading.score)
    assert all(text.encode(encoding) in again for text in syllables)


def _unsure() -> tuple[bytes, list[bytes]]:
    # One letter of a language on DOS is one of another on Windows.
    data = _file(["\u00e8", "mu"], "cp850", title="\u00e9")
    return data, ["\u00e8".encode("cp850"), "\u00e9".encode("cp850")]


def test_bytes_of_an_uncertain_encoding_come_back_and_one_sentence_says_so() -> None:
    data, raw = _unsure()
    reading = read_midi(data)
    assert reading.score.coding is not None
    assert not reading.score.coding.is_sure
    (sentence,) = reading.warnings
    assert "The encoding of 3 texts is not certain" in sentence
    kept = from_bytes(to_bytes(Composition.of(reading.score))).score
    exported = export_midi(replace(kept, title=reading.score.title))
    assert all(exported.count(each) == data.count(each) for each in raw)
    # Read again it is the same guess, and the same bytes once more.
    assert export_midi(read_midi(exported).score) == exported


def test_a_chosen_encoding_is_that_of_all_texts_and_what_is_exported_is_utf_8() -> None:
    data, _ = _unsure()
    score = with_encoding(read_midi(data).score, "cp850")
    assert (score.title, score.tracks[0].name) == ("\u00e9", "\u00e9")
    assert _words(score)[0].decode() == "\u00e8"
    assert "\u00e8".encode() in export_midi(score)
    reading = read_midi(export_midi(score))
    assert reading.warnings == ()
    assert reading.score.title == "\u00e9"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_any_choice_can_be_taken_back(encoding: Encoding) -> None:
    score = read_midi(_file(_syllables(_TEXTS["greek"]), "cp1253")).score
    assert score.coding is not None
    there = with_encoding(score, encoding)
    back = with_encoding(there, score.coding.encoding)
    assert _words(back) == _words(score)


def test_what_the_user_wrote_in_other_letters_stays() -> None:
    score = read_midi(_file(_syllables(_TEXTS["russian"]), "cp1251")).score
    score = replace(score, title="日本")
    assert with_encoding(score, "koi8-u").title == "日本"


def test_a_piece_in_utf_8_has_no_other_encoding() -> None:
    score = read_midi(_file(_syllables(_TEXTS["greek"]), "utf-8")).score
    assert score.coding is None
    assert with_encoding(score, "cp1253") == score


def test_signs_for_rights_are_certain() -> None:
    assert guess("\u00a9".encode("cp1252")).is_sure
    assert guess("Copyright \u00a9 2000 by F\u00e9lix".encode("cp1252")).encoding == "cp1252"


def test_a_byte_that_is_no_sign_of_the_encoding_comes_back() -> None:
    raw = b"na\xefve \x81 \x8d"
    assert from_utf8(in_utf8(raw, "cp1252"), "cp1252") == raw


def test_one_hanzi_is_no_letter_of_utf_8() -> None:
    # These two bytes are UTF-8 as well.
    raw = next(
        sign.encode("gbk")
        for sign in map(chr, range(0x4E00, 0x9FA0))
        if len(sign.encode("gbk")) == 2 and _is_utf8(sign.encode("gbk"))
    )
    assert in_utf8(raw, "gbk").decode() == raw.decode("gbk")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
