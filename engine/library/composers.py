"""Surnames of composers, to recognize in the names of folders and files."""

import itertools
import re
import unicodedata

# As they are shown. Names that are words as well (Bridge, Field, Glass) are left out: a wrong
# composer is worse than none.
_NAMES = """
Adès Albéniz Albinoni Alkan Allegri Arensky Arne Auber Bacewicz Bach Balakirev Bartók
Beethoven Bellini Berlioz Bernstein Bizet Boccherini Boëllmann Borodin Boulanger Brahms Britten
Bruch Bruckner Burgmüller Busoni Buxtehude Byrd Carulli Caccini Carissimi Chabrier Chaminade
Charpentier Chausson Cherubini Chopin Cimarosa Clementi Copland Corelli Couperin Cramer Czerny
Dandrieu Daquin Debussy Delibes Delius Diabelli Dittersdorf Donizetti Dowland Dukas Duparc Dussek
Dvořák Elgar Enescu Fauré Fibich Franck Frescobaldi Froberger Gade Gershwin Gesualdo
Ginastera Giordano Giuliani Glazunov Glière Glinka Gluck Godowsky Goldmark Gossec Gottschalk Gounod
Granados Grieg Handel Hanon Haydn Hensel Hindemith Holst Hummel Humperdinck Ibert
Janáček Joplin Josquin Kabalevsky Khachaturian Kodály Korngold Kreisler Kreutzer Kuhlau Kuhnau
Lassus Lehár Leoncavallo Liszt Liadov Loewe Lully MacDowell Mahler Marais Martinů Mascagni
Massenet Medtner Mendelssohn Messiaen Meyerbeer Milhaud Monteverdi Moscheles Moszkowski Mozart
Mussorgsky Nielsen Offenbach Orff Pachelbel Paderewski Paganini Palestrina Pergolesi Petzold
Piazzolla Pleyel Ponchielli Poulenc Praetorius Prokofiev Puccini Purcell Quantz Rachmaninoff
Rameau Ravel Reger Reicha Reinecke Respighi Rheinberger Rimsky-Korsakov Rodrigo Rossini Rubinstein
Saint-Saëns Salieri Sarasate Satie Scarlatti Scheidt Schoenberg Schubert Schumann
Schütz Scriabin Shostakovich Sibelius Sinding Smetana Spohr Stamitz Stravinsky Sullivan
Sweelinck Szymanowski Takemitsu Tárrega Tartini Tchaikovsky Telemann Thalberg Tosti Turina Varèse
Verdi Vieuxtemps Villa-Lobos Vivaldi Wagner Walton Webern Widor Wieniawski Zemlinsky
Ellington Gillespie Mingus Morricone Nyman Pärt Coltrane Brubeck Corea Jobim Metheny

"""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_APART = re.compile(r"[\W_]+")


def _plain(text: str) -> str:
    """Return text without accents, because `Dvořák` has many spellings."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _key(name: str) -> str:
    return _APART.sub("", _plain(name)).casefold()


_BY_KEY = {_key(name): name for name in _NAMES.split()}


def composer_named_in(text: str) -> str:
    """Return the first known surname that is a word of a text, or "".

    Words may be joined as in file names: `SchumannR_O25`, `saint-saens`, `HaydnFJ`.
    """
    plain = _plain(text)
    words = [word.casefold() for word in _WORD.findall(plain)]
    pairs = [first + second for first, second in itertools.pairwise(words)]
    for index, word in enumerate(words):
        if index < len(pairs) and (name := _BY_KEY.get(pairs[index])):
            return name
        if name := _BY_KEY.get(word):
            return name
    return ""
